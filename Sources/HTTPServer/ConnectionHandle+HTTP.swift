import CMicroHTTPD
import HTTPSemantics

/// Reading the request's head and sending the response, on the connection's server thread.
extension ConnectionHandle {
    /// The other end.
    var peer: Peer? {
        unsafe cmhd_connection_peer(raw).map { unsafe Unmanaged<Peer>.fromOpaque($0).takeUnretainedValue() }
    }

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

    /// Those of `names` that the request has; all fields of the request for `nil`.
    func fields(_ names: [HTTPField.Name]?) -> HTTPFields {
        guard let names else { return allFields }
        return HTTPFields(names.compactMap { name in field(name).flatMap { HTTPField(name: name, value: $0) } })
    }

    private var allFields: HTTPFields {
        var fields = HTTPFields()
        unsafe withUnsafeMutablePointer(to: &fields) { owner in
            unsafe cmhd_each_field(
                raw,
                cmhd_visitor(owner: owner) { owner, name, nameSize, value, valueSize in
                    guard let fields = unsafe owner?.assumingMemoryBound(to: HTTPFields.self), let name = unsafe name else {
                        return
                    }
                    let text = unsafe String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self)
                    let value = unsafe String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self)
                    guard let name = HTTPField.Name(text), let field = HTTPField(name: name, value: value) else { return }
                    unsafe fields.pointee.append(field)
                })
        }
        return fields
    }

    /// Hands a response to the library, which copies it.
    ///
    /// - Parameter daemon: The connection's, which lets it rest while streamed content is waited for.
    /// - Returns: Whether it was taken; if not, the connection must be closed.
    func queue(_ response: ServerResponse, closing: Bool, daemon: Daemon) -> Bool {
        let message = unsafe response.stream.map { unsafe streamed($0, daemon) } ?? copied(response.content)
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
