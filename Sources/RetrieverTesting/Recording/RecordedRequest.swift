internal import Digests
internal import Retriever

/// A request as recordings know it again.
struct RecordedRequest {
    /// The request's half of an exchange.
    let exchange: RecordedExchange
    let content: RecordedContent
    /// What the names of its files begin with: something to read, and a digest of all that makes it this request.
    let name: String

    init(_ call: InterceptedRequest, redaction: Redaction) {
        let request = call.request
        let type = request.headerFields[values: .contentType].first ?? call.content?.contentType
        content = RecordedContent(call.content?.bytes ?? [], contentType: type, redaction: redaction)
        var fields = request.headerFields
        if let type = content.contentType, call.content != nil { fields[.contentType] = type }
        exchange = RecordedExchange(
            method: request.method, url: redaction.text(of: request.url),
            requestFields: redaction.recorded(fields, of: request.url),
            requestContent: .text([]), status: 200, responseFields: [:], responseContent: .text([]), trailerFields: [:])
        let range = request.headerFields[.range] ?? ""
        let identity = "\(exchange.method) \(exchange.url)\n\(range)\n\(Hexadecimal.encode(SHA256.digest(of: content.bytes)))"
        let digest = Hexadecimal.encode(SHA256.digest(of: Array(identity.utf8)).prefix(6))
        name = "\(Self.slug(exchange))-\(digest)"
    }

    /// Method and URL in characters that any file system takes, not too long.
    private static func slug(_ exchange: RecordedExchange) -> String {
        var result = Array(exchange.method.rawValue.utf8.filter(\.isASCIIAlpha))
        let url = exchange.url.utf8
        for byte in "/".utf8 + Array(url.drop { $0 != UInt8(ascii: "/") }) {
            if byte.isASCIIAlpha || byte.isASCIIDigit || byte == UInt8(ascii: ".") {
                result.append(byte)
            } else if result.last != UInt8(ascii: "-") {
                result.append(UInt8(ascii: "-"))
            }
        }
        result = Array(result.prefix(80))
        while result.last == UInt8(ascii: "-") { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Redaction {
    /// Fields as recordings have them. Those that lead elsewhere are URLs, and these may hold secrets, too: then they are written as
    /// absolute ones without, and without a fragment, which may be a token (RFC 6749 §4.2.2).
    func recorded(_ fields: HTTPFields, of url: WebURL) -> HTTPFields {
        HTTPFields(
            fields.compactMap { field in
                guard [.location, .contentLocation, .referer].contains(field.name),
                    let target = try? WebURL(field.value, base: url)
                else { return HTTPField(name: field.name, value: value(of: field)) }
                let text = text(of: target)
                return text == target.href ? field : HTTPField(name: field.name, value: text)
            })
    }
}
