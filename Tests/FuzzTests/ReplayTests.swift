import Foundation
import FuzzTargets
import Testing

/// What libFuzzer has been fed with and has found, once more and without it.
@Suite("Fuzz targets")
struct ReplayTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz").standardizedFileURL

    private static func inputs(_ target: FuzzTarget) throws -> [URL] {
        try ["Corpus", "Crashes"].flatMap { kind in
            let folder = folder.appending(path: "\(kind)/\(target)")
            // Git keeps no empty folder, so a target that never failed has none for its crashes.
            guard kind == "Corpus" || FileManager.default.fileExists(atPath: folder.path) else { return [URL]() }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
    }

    @Test("Every input keeps the promises, and so does every beginning of it", arguments: FuzzTarget.all)
    func replays(target: FuzzTarget) throws {
        let inputs = try Self.inputs(target)
        #expect(!inputs.isEmpty)
        for input in inputs {
            let bytes = try Array(Data(contentsOf: input))
            for count in 0...bytes.count {
                #expect(throws: Never.self, "\(input.lastPathComponent), \(count) bytes") {
                    try target.check(Array(bytes.prefix(count)))
                }
            }
        }
    }

    @Test("No folder is without its target", arguments: ["Corpus", "Crashes"])
    func folders(kind: String) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: kind).path)) ?? []
        #expect(Set(names).subtracting(FuzzTarget.all.map(\.name)).isEmpty)
    }
}
