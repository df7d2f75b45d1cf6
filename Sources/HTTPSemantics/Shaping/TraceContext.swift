/// Where a request belongs in a trace across services. W3C Trace Context, version 00.
public struct TraceContext: Hashable, Sendable, CustomStringConvertible {
    /// The trace, 32 lower-case hexadecimal digits that are not all zero.
    public let traceID: String
    /// The span that makes the request, 16 such digits.
    public let parentID: String
    /// Whether the trace is recorded.
    public var isSampled: Bool

    /// A new trace with a new span.
    public init(isSampled: Bool = true) {
        traceID = Self.randomDigits(32)
        parentID = Self.randomDigits(16)
        self.isSampled = isSampled
    }

    /// The context that a `traceparent` field names, or `nil` when it names none. Later versions are read as far as this one goes.
    public init?(_ traceparent: String) {
        let parts = traceparent.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, let version = Self.digits(parts[0], count: 2), version != "ff",
            version != "00" || parts.count == 4,
            let trace = Self.digits(parts[1], count: 32), trace.utf8.contains(where: { $0 != 0x30 }),
            let parent = Self.digits(parts[2], count: 16), parent.utf8.contains(where: { $0 != 0x30 }),
            let flags = Self.digits(parts[3], count: 2).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        traceID = trace
        parentID = parent
        isSampled = flags & 1 == 1
    }

    private init(traceID: String, parentID: String, isSampled: Bool) {
        self.traceID = traceID
        self.parentID = parentID
        self.isSampled = isSampled
    }

    /// A new span of the same trace.
    public func child() -> TraceContext {
        TraceContext(traceID: traceID, parentID: Self.randomDigits(16), isSampled: isSampled)
    }

    /// The value of a `traceparent` field.
    public var description: String { "00-\(traceID)-\(parentID)-0\(isSampled ? 1 : 0)" }

    private static func digits(_ text: Substring, count: Int) -> String? {
        let areDigits = text.utf8.allSatisfy { $0.isASCIIDigit || $0 &- UInt8(ascii: "a") < 6 }
        return text.utf8.count == count && areDigits ? String(text) : nil
    }

    private static func randomDigits(_ count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        var digits = ""
        while digits.utf8.allSatisfy({ $0 == 0x30 }) {
            digits = String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
        }
        return digits
    }
}
