internal import Console
internal import HTTPSemantics
internal import Retriever
internal import Synchronization

/// Shows a request instead of sending it.
struct DryRun {
    let prepared: PreparedRequest

    /// Takes the place of the network: remembers the request as it would go out, and answers nothing.
    private final class Recorder: Interceptor {
        private let recorded = Mutex<SentRequest?>(nil)
        var request: SentRequest? { recorded.withLock(\.self) }

        func intercept(_ call: InterceptedRequest, next: Next) async throws -> HTTPClientResponse {
            recorded.withLock { $0 = SentRequest(call) }
            return HTTPClientResponse(head: HTTPResponse(status: 204), url: call.request.url)
        }
    }

    /// - Returns: The exit status.
    func run() async throws -> Int32 {
        var configuration = try prepared.configuration()
        configuration.cache = nil
        let recorder = Recorder()
        let client = HTTPClient(configuration: configuration, substitute: recorder)
        _ = try await client.perform(prepared.built.request, content: prepared.built.content)
        guard let sent = recorder.request else { throw HTTPClientError(.other, "the request was answered before it went out") }
        if prepared.settings.printsCurl {
            try OutputFile.standard.write(CurlEquivalent(sent, prepared.settings).command + "\n")
        } else {
            try show(sent)
        }
        return 0
    }

    private func show(_ sent: SentRequest) throws {
        let terminal = Terminal(prepared.settings)
        try OutputFile.standard.write(HeadText(terminal: terminal).request(sent.request, fields: sent.fields) + "\n")
        guard let bytes = sent.content?.bytes else { return }
        if terminal.isTerminal, BinaryContent.isBinary(bytes) {
            return try OutputFile.standard.write("[binary content of \(bytes.count) bytes]\n")
        }
        guard terminal.isTerminal || terminal.pretty != .none else { return try OutputFile.standard.write(bytes) }
        let type = sent.request.headerFields[.contentType].flatMap(MediaType.init)
        try OutputFile.standard.write(ContentFormatter(terminal: terminal, contentType: type).text(bytes) + "\n")
    }
}
