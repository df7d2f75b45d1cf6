import Foundation
import TestSupport
import Testing

@Suite("Allocations")
struct AllocationTests {
    /// What one GET may cost in the unoptimised build that tests use, libcurl's allocations included: 15 % more than measured. (An
    /// optimised build makes 75, nearly half of them in libcurl.)
    private static let budget = 800.0

    /// How often a process that makes so many requests asks for memory.
    private func allocations(requests: Int, to url: String, counter: String) async throws -> Int {
        let environment = try Program.environment(TemporaryFolder(), ["LD_PRELOAD": counter])
        let outcome = try await Program.run("RequestLoop", [url, "\(requests)"], environment: environment)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try #require(outcome.errorLines.last.flatMap { Int($0) }, "\(outcome.errors)")
    }

    @Test("A small GET stays within its budget", .disabled(if: Sanitizer.isActive)) func budgetOfAGet() async throws {
        let source = try #require(Bundle.module.path(forResource: "Fixtures/allocation-counter", ofType: "c"))
        let counter = try TemporaryFolder().file("counter.so")
        let compiled = try await Program.run("/usr/bin/cc", ["-O2", "-shared", "-fPIC", "-o", counter, source])
        try #require(compiled.status == 0, "\(compiled.errors)")
        let server = try RawServer.answering("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
        defer { server.stop() }
        // What a process allocates once cancels out.
        let few = try await allocations(requests: 200, to: server.url, counter: counter)
        let many = try await allocations(requests: 1200, to: server.url, counter: counter)
        let each = Double(many - few) / 1000
        #expect(each <= Self.budget, "\(each) allocations a request")
    }
}
