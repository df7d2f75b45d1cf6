internal import HTTPSemantics
internal import Retriever

/// What there is to tell about an exchange when it is over.
struct ExchangeOutcome {
    let request: HTTPRequest
    var response: HTTPClientResponse?
    var metrics: RequestMetrics?
    /// The content, where it was kept.
    var content: [UInt8]?
    /// How many bytes of content came.
    var size = 0
    var error: (any Error)?
    var exitStatus: Int32 = 0

    /// The last hop on the wire.
    var hop: RequestMetrics.Hop? { metrics?.hops.last }
}

extension Duration {
    /// The seconds as a decimal number.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

    /// The seconds without zeros at the end: "120", "0.5".
    var trimmedSecondsText: String {
        let text = secondsText
        return String(text.dropLast(text.reversed().prefix { $0 == "0" }.count + (text.hasSuffix(".000000") ? 1 : 0)))
    }

    /// The seconds with six digits behind the point.
    var secondsText: String {
        let microseconds = Int((seconds * 1e6).rounded())
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    }
}
