internal import CurlTransport

/// What a server may ask of the client's memory and patience; beyond it the request fails with code `limitExceeded`.
public struct ResponseLimits: Hashable, Sendable {
    /// Bytes of all header and trailer sections of a response; 256 KiB unless told otherwise.
    public var headerBytes = 256 * 1024
    /// Fields in all header and trailer sections of a response.
    public var fieldCount = 1000
    /// Interim responses (1xx, RFC 9110 §15.2) before the final one.
    public var interimResponses = 32
    /// How many times larger than it was received the content may be after decoding, once it is larger than as many times 64 KiB.
    public var decodingRatio = 200
    /// Bytes of content after decoding; `nil` for any number.
    public var contentBytes: Int?
    /// The bytes a second that must come and go, on average over ``minimumRatePeriod``, from when the request is sent; `nil` for
    /// any rate. Less is an error with code `timedOut`. Pauses do not count.
    public var minimumRate: Int?
    /// The time over which ``minimumRate`` is an average.
    public var minimumRatePeriod: Duration = .seconds(30)

    /// The defaults.
    public init() {}

    var transferLimits: TransferLimits {
        var limits = TransferLimits()
        limits.headerBytes = headerBytes
        limits.fieldCount = fieldCount
        limits.interimResponses = interimResponses
        limits.decodingRatio = max(1, decodingRatio)
        limits.contentBytes = contentBytes
        limits.minimumRate = minimumRate
        limits.minimumRatePeriod = minimumRatePeriod
        return limits
    }
}
