internal import HTTPSemantics
internal import Retriever
internal import Synchronization

/// Remembers the requests of an exchange as they go out, for those who want to see them.
final class Transcript: Sendable {
    private let content: RequestContent?
    private let options: RequestOptions
    private let recorded = Mutex<[SentRequest]>([])

    /// - Parameters:
    ///   - content: What the requests carry that have content.
    ///   - options: How they are carried out.
    init(content: RequestContent?, options: RequestOptions) {
        self.content = content
        self.options = options
    }

    /// The requests so far.
    var requests: [SentRequest] { recorded.withLock(\.self) }

    func note(_ request: HTTPRequest, hasContent: Bool) {
        let sent = SentRequest(request: request, content: hasContent ? content : nil, options: options)
        recorded.withLock { $0.append(sent) }
    }
}
