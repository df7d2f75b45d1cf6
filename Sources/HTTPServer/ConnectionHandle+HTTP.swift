import CMicroHTTPD
import HTTPSemantics

/// Reading the request's head and sending the response, on the connection's server thread.
extension ConnectionHandle {
    /// The size of the request's head, in bytes.
    var headSize: Int { unsafe cmhd_request_head_size(raw) }

    /// The value of the first line of a field.
    func field(_ name: HTTPField.Name) -> String? {
        var name = name.rawName
        return name.withUTF8 { name in
            unsafe name.withMemoryRebound(to: CChar.self) { name in
                var size = 0
                guard let value = unsafe cmhd_request_field(raw, name.baseAddress, name.count, &size) else { return nil }
                let bytes = unsafe UnsafeRawBufferPointer(start: value, count: size)
                return unsafe String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// Those of `names` that the request has.
    func fields(_ names: [HTTPField.Name]) -> HTTPFields {
        HTTPFields(names.compactMap { name in field(name).flatMap { HTTPField(name: name, value: $0) } })
    }

    /// Hands a response to the library, which copies it.
    ///
    /// - Returns: Whether it was taken; if not, the connection must be closed.
    func queue(_ response: ServerResponse, closing: Bool) -> Bool {
        let message = unsafe response.content.withUnsafeBytes { unsafe cmhd_response($0.baseAddress, $0.count) }
        guard let message = unsafe message else { return false }
        defer { unsafe MHD_destroy_response(message) }
        for field in response.headerFields { unsafe cmhd_response_add(message, field.name.rawName, field.value) }
        if closing { unsafe cmhd_response_add(message, "Connection", "close") }
        return unsafe cmhd_queue(raw, UInt32(clamping: response.status.code), message) != 0
    }
}

extension HTTPField.Name {
    /// `Expect`, RFC 9110 §10.1.1.
    static let expect = Self(unchecked: "Expect")
}
