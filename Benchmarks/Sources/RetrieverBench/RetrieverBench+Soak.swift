import Measuring

extension RetrieverBench {
    /// `soak`: makes the requests of `get` in ten parts and says how much memory is resident after each.
    static func soak(_ arguments: Arguments) async throws {
        let round = try round(arguments, client(arguments))
        let count = try arguments.number("requests")
        let clock = ContinuousClock()
        let start = clock.now
        var memory: [Int] = []
        for _ in 0..<10 {
            try await round.quietly(requests: count / 10)
            memory.append(try OwnProcess.residentMemory())
        }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        print(#"{"seconds":\#(seconds),"requests":\#(count / 10 * 10),"errors":0,"residentKiB":\#(memory)}"#)
    }
}
