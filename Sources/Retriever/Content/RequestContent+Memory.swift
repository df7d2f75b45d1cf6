internal import CurlTransport

extension RequestContent {
    /// The same content with all of it in ``bytes``, for those who have to see what is sent, such as interceptors that sign it. Reads what
    /// can be read only once; multipart content gets its boundary here.
    ///
    /// - Parameter limit: The most bytes to keep; 64 MiB unless told otherwise.
    /// - Throws: ``HTTPClientError`` with code `encoding` when it cannot be made, `contentTooLarge` when there is more of it.
    public func inMemory(upTo limit: Int = 64 << 20) async throws -> RequestContent {
        if bytes != nil { return self }
        var source = self
        source.trailers = nil
        let opened = try await OpenedContent(source)
        var result = RequestContent(try await opened.content.collected(upTo: limit), contentType: opened.contentType)
        result.trailers = trailers
        return result
    }
}

extension TransferContent {
    fileprivate func collected(upTo limit: Int) async throws -> [UInt8] {
        var result: [UInt8] = []
        do {
            let next: ContentStream.Reader
            switch self {
            case .bytes(let bytes): return bytes
            case .stream(let stream): next = try stream.checkedReader()
            }
            while let chunk = try await next() {
                guard result.count + chunk.count <= limit else {
                    throw HTTPClientError(.contentTooLarge, "the request's content is larger than the limit of \(limit) bytes")
                }
                result += chunk
            }
        } catch let error as HTTPClientError {
            throw error
        } catch is CancellationError {
            throw HTTPClientError.cancelled
        } catch {
            throw HTTPClientError(
                .encoding, "the content could not be made: \((error as? ContentError)?.description ?? "\(type(of: error))")",
                cause: error)
        }
        return result
    }
}
