import HTTPSemantics
import Testing

@Suite("traceparent, W3C Trace Context")
struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"

    @Test(
        "What is read",
        arguments: [
            ("00-\(trace)-\(parent)-01", true), ("00-\(trace)-\(parent)-00", false), ("00-\(trace)-\(parent)-03", true),
            ("00-\(trace)-\(parent)-fe", false), ("cc-\(trace)-\(parent)-01", true), ("cc-\(trace)-\(parent)-01-what-the", true),
        ])
    func valid(text: String, isSampled: Bool) throws {
        let context = try #require(TraceContext(text))
        #expect(context.traceID == Self.trace && context.parentID == Self.parent && context.isSampled == isSampled)
        #expect(context.description == "00-\(Self.trace)-\(Self.parent)-0\(isSampled ? 1 : 0)")
        #expect(TraceContext(context.description) == context)
    }

    @Test(
        "What is none",
        arguments: [
            "", "-", "---", "00", "00-\(trace)", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-", "00-\(trace)-\(parent)-1",
            "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-x", "cc-\(trace)-\(parent)-01.x", "ff-\(trace)-\(parent)-01",
            "0-\(trace)-\(parent)-01", "00-\(trace.uppercased())-\(parent)-01", "00-\(trace)-\(parent.uppercased())-01",
            "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01", "00-\(trace)0-\(parent)-01",
            "00-\(trace)-\(parent)-0x", "00-\(trace)-\(parent)-0g", "00-\(trace)-\(parent)-+1", " 00-\(trace)-\(parent)-01",
            "00_\(trace)_\(parent)_01", "00-\u{301}\(trace)-\(parent)-01",
        ])
    func invalid(text: String) { #expect(TraceContext(text) == nil) }

    @Test("New traces and spans differ, a child stays in its trace") func making() throws {
        let contexts = (0..<100).map { _ in TraceContext() }
        #expect(Set(contexts.map(\.traceID)).count == 100 && Set(contexts.map(\.parentID)).count == 100)
        #expect(contexts.allSatisfy { TraceContext($0.description) == $0 && $0.isSampled })
        let parent = TraceContext(isSampled: false)
        let child = parent.child()
        #expect(child.traceID == parent.traceID && child.parentID != parent.parentID && !child.isSampled)
    }
}
