import FoundationEssentials
import HTTPSemantics

extension FuzzTarget {
    /// A media type with parameters.
    static let mediaType = FuzzTarget(name: "media-type") { bytes in
        guard let type = MediaType(text(bytes)) else { return }
        try checkMediaType(type)
    }

    static func checkMediaType(_ type: MediaType) throws {
        try promise(type.type.isToken && type.subtype.isToken, "not a type and a subtype: \(type.essence)")
        try promise("\(type.type)/\(type.subtype)" == type.essence.asciiLowercased, "upper case: \(type.essence)")
        for parameter in type.parameters {
            try promise(parameter.name.isToken && parameter.name == parameter.name.asciiLowercased, "parameter \(parameter.name)")
            try promise(type.parameters[parameter.name] == parameter.value, "\(parameter.name) occurs again")
        }
        try promise(MediaType(type.description) == type, "not the same when written again: \(type)")
    }

    /// A `data:` URL.
    static let dataURL = FuzzTarget(name: "data-url") { bytes in
        guard let url = try? parser.parse(text(bytes)), let data = DataURL(url) else { return }
        try checkMediaType(data.mediaType)
        try promise(data.content.count <= url.href.utf8.count, "more content than the URL has characters")
        let encoded = data.content.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let again = try? parser.parse("data:\(data.mediaType.description.percentEncoded()),\(encoded)")
        try promise(again.flatMap(DataURL.init)?.content == data.content, "not the same when percent-encoded")
        try promise(DataURL(url.withoutFragment) == data, "the fragment counts")
    }

    /// Forgiving Base64.
    static let base64 = FuzzTarget(name: "base64") { bytes in
        let text = text(bytes)
        guard let decoded = [UInt8](forgivingBase64: text) else { return }
        let digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        try promise(decoded.count == digits.count * 6 / 8, "\(digits.count) digits became \(decoded.count) bytes")
        let encoded = Data(decoded).base64EncodedString()
        try promise([UInt8](forgivingBase64: encoded) == decoded, "not the same when encoded")
        // The last digit may have held bits that are left over.
        try promise(encoded.utf8.prefix(max(0, digits.count - 1)).elementsEqual(digits.dropLast()), "\(text) read as \(encoded)")
    }
}
