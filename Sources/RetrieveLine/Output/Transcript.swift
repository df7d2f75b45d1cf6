internal import HTTPSemantics
internal import Retriever
internal import Synchronization

/// Remembers the requests of an exchange as they go out, for those who want to see them.
final class Transcript: Sendable {
    private let content: RequestContent?
    private let decodesContent: Bool
    private let recorded = Mutex<[SentRequest]>([])

    /// - Parameter content: What the requests carry that have content.
    init(content: RequestContent?, decodesContent: Bool) {
        self.content = content
        self.decodesContent = decodesContent
    }

    /// The requests so far.
    var requests: [SentRequest] { recorded.withLock(\.self) }

    func note(_ request: HTTPRequest, hasContent: Bool) {
        let sent = SentRequest(request: request, content: hasContent ? content : nil, decodesContent: decodesContent)
        recorded.withLock { $0.append(sent) }
    }
}
