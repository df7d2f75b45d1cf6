import Measuring
import Retriever

extension RetrieverBench {
    /// `hold`: opens as many transfers as `--concurrency` says, and says what they cost while all of them are open.
    ///
    /// The server sends the heads at once and the content slowly, so no transfer ends before the last has begun.
    static func hold(_ arguments: Arguments) async throws {
        let client = try client(arguments)
        let url = try WebURL(arguments.text("url"))
        let count = try arguments.number("concurrency")
        let clock = ContinuousClock()
        let start = clock.now
        let open = try await withThrowingTaskGroup(of: HTTPClientResponse.self) { group in
            for _ in 0..<count { group.addTask { try await client.get(url).successful() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        let loops = try OwnProcess.threadNames().count { $0.hasPrefix("retriever-loop") }
        let memory = try OwnProcess.residentMemory()
        // That each has content to give shows that it is alive.
        var alive = 0
        for response in open { for try await _ in response.body { alive += 1; break } }
        guard alive == count else { throw MeasuringError("\(count - alive) of \(count) transfers have ended already") }
        print(#"{"seconds":\#(seconds),"requests":\#(count),"errors":0,"residentKiB":\#(memory),"loops":\#(loops)}"#)
    }
}
