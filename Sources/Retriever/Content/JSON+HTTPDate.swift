internal import FoundationEssentials
internal import HTTPSemantics
public import JSONCoding

extension JSON.Decoder.DateDecodingStrategy {
    /// As HTTP's fields have them: `Sun, 06 Nov 1994 08:49:37 GMT`. RFC 9110 §5.6.7.
    public static let httpDate = Self.formatted("a date of HTTP") { text in
        HTTPDate(text).map { Date(timeIntervalSince1970: Double($0.secondsSinceEpoch)) }
    }
}

extension JSON.Encoder.DateEncodingStrategy {
    /// As HTTP's fields have them, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`. RFC 9110 §5.6.7. Years have four digits; other
    /// dates are errors.
    public static let httpDate = Self.custom { date, encoder in
        let seconds = date.timeIntervalSince1970
        guard -62_135_596_800..<253_402_300_800 ~= seconds else {
            throw EncodingError.invalidValue(
                date, .init(codingPath: encoder.codingPath, debugDescription: "dates of HTTP have years of four digits"))
        }
        try HTTPDate(secondsSinceEpoch: Int(seconds.rounded(.down))).description.encode(to: encoder)
    }
}
