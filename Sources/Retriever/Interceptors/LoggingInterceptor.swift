public import HTTPSemantics
internal import Synchronization

/// Writes down requests and how they were answered, without secrets. Among the interceptors of calls it writes one pair of lines for each
/// call, among those of attempts one for each request on the wire.
///
///     → GET https://example.com/jokes/random?key=[redacted]
///     ← 200 OK, 12 ms
public struct LoggingInterceptor: Interceptor {
    /// How much is written.
    public enum Detail: Sendable {
        /// A line for the request and one for the answer.
        case lines
        /// Also the fields.
        case fields
        /// Also the content that ``Redaction/shownContent`` allows, up to 16 KiB of each; that of responses when it has been read.
        case content
        /// The request as a curl command, and a line for the answer.
        case curl
    }

    private let detail: Detail
    private let redaction: Redaction
    private let write: @Sendable (String) -> Void
    private static let contentLimit = 16 * 1024

    /// - Parameters:
    ///   - detail: How much is written.
    ///   - redaction: What is left out.
    ///   - write: Takes each entry, which may have several lines. Called where the request runs; must return soon.
    public init(
        _ detail: Detail = .lines, redaction: Redaction = Redaction(), write: @escaping @Sendable (String) -> Void
    ) {
        self.detail = detail
        self.redaction = redaction
        self.write = write
    }

    /// Writes, and asks `next`.
    public func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
        var redaction = redaction
        redaction.fields.formUnion(call.options.sensitiveFields)
        write(entry(call, redaction))
        let start = ContinuousClock.now
        do {
            let response = try await next(call)
            let line = "← \(response.status), \((ContinuousClock.now - start).inMilliseconds)"
            write(([line] + lines(response.headerFields, redaction)).joined(separator: "\n"))
            return detail == .content ? watched(response) : response
        } catch {
            let text = (error as? HTTPClientError)?.description ?? "\(type(of: error))"
            write("← \(text), \((ContinuousClock.now - start).inMilliseconds)")
            throw error
        }
    }

    private func entry(_ call: InterceptedRequest, _ redaction: Redaction) -> String {
        let bytes = call.content?.bytes
        if detail == .curl {
            let command = call.request.curlCommand(content: bytes, contentType: call.content?.contentType, redaction: redaction)
            return call.content != nil && bytes == nil ? command + "  # and content from a file or stream" : command
        }
        let number = call.attempt > 1 ? " (attempt \(call.attempt))" : ""
        var lines =
            ["→ \(call.request.method) \(redaction.text(of: call.request.url))\(number)"]
            + lines(call.request.headerFields, redaction)
        if detail == .content, let content = call.content {
            let type = call.request.headerFields[values: .contentType].first ?? content.contentType
            lines.append(bytes.map { text($0, type: type) } ?? "[content from a file or stream]")
        }
        return lines.joined(separator: "\n")
    }

    private func lines(_ fields: HTTPFields, _ redaction: Redaction) -> [String] {
        switch detail {
        case .lines, .curl: []
        case .fields, .content: fields.map { "  \($0.name): \(redaction.value(of: $0))" }
        }
    }

    private func text(_ content: [UInt8], type: String?) -> String {
        guard content.count <= Self.contentLimit, let text = redaction.text(of: content, contentType: type) else {
            return "[\(content.count) bytes of content]"
        }
        return text
    }

    /// The response with a body that writes itself down at its end.
    private func watched(_ response: HTTPClientResponse) -> HTTPClientResponse {
        let type = response.headerFields[values: .contentType].first
        let seen = Mutex((count: 0, content: [UInt8]()))
        return response.with(
            body: response.body.watched { chunk in
                let (count, content) = seen.withLock { seen in
                    seen.count += chunk?.count ?? 0
                    if seen.count <= Self.contentLimit { seen.content += chunk ?? [] }
                    return seen
                }
                guard chunk == nil else { return }
                write(count > Self.contentLimit ? "[\(count) bytes of content]" : text(content, type: type))
            })
    }
}

extension Duration {
    fileprivate var inMilliseconds: String { "\(Int(self / .milliseconds(1))) ms" }
}
