/// What a server may ask of the client's memory and patience.
package struct TransferLimits: Sendable {
    /// Bytes of all header and trailer sections of a response.
    package var headerBytes = 256 * 1024
    /// Fields in all header and trailer sections of a response.
    package var fieldCount = 1000
    /// Interim responses before the final one.
    package var interimResponses = 32
    /// How many times larger than received the decoded content may be.
    package var decodingRatio = 200
    /// Bytes of content after decoding; `nil` for any number.
    package var contentBytes: Int?
    /// Bytes a second, on average over ``minimumRatePeriod``; `nil` for any rate.
    package var minimumRate: Int?
    package var minimumRatePeriod: Duration = .seconds(30)

    package init() {}
}
