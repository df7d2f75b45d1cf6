import CFuzzer
import FuzzTargets
import Glibc

/// Feeds one target, which the environment names, to libFuzzer. `Fuzz/run` builds and starts it.
@main struct FuzzProgram {
    static let target = FuzzTarget.all.first { $0.name == getenv("FUZZ_TARGET").map { String(cString: $0) } }

    static func main() {
        guard target != nil else {
            print("FUZZ_TARGET is one of:", FuzzTarget.all.map(\.name).joined(separator: " "))
            exit(2)
        }
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>! = CommandLine.unsafeArgv
        exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
    }
}

/// Under the name by which libFuzzer's own main program, which is linked and not used, finds it.
@c(LLVMFuzzerTestOneInput) func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try FuzzProgram.target?.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")  // libFuzzer keeps the input
    }
    return 0
}
