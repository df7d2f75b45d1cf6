internal import Console
internal import HTTPSemantics
internal import Retriever

/// Makes one request and prints what is wanted of the exchange.
struct RequestRun {
    private var prepared: PreparedRequest
    private let terminal: Terminal
    private let parts: OutputParts

    private var settings: Settings { prepared.settings }
    private var built: BuiltRequest { prepared.built }

    init(_ prepared: PreparedRequest) {
        self.prepared = prepared
        let settings = prepared.settings
        terminal = Terminal(settings)
        let isPlain = settings.selection != nil || settings.outputFile != nil || !terminal.isTerminal
        parts = settings.isQuiet ? [] : settings.parts ?? (isPlain ? .responseContent : .response)
    }

    /// - Returns: The exit status.
    /// - Throws: ``OutputFile/Failure``, and what clients throw when nobody has been told yet.
    mutating func run() async throws -> Int32 {
        let watchesRequests = !parts.isDisjoint(with: .request)
        let needsMetrics =
            watchesRequests || !parts.isDisjoint(with: [.responseHead, .metrics]) || settings.wantsMetrics
            || settings.template != nil || settings.wantsReport
        var configuration = try prepared.configuration()
        let content = parts.contains(.requestContent) ? await Self.readable(built.content) : built.content
        let transcript = watchesRequests ? Transcript(content: content, options: configuration.options) : nil
        if let transcript { configuration.options.onSending = { transcript.note($0, hasContent: $1) } }
        let metrics = needsMetrics ? MetricsBox() : nil
        if let metrics { configuration.options.onMetrics = { metrics.put($0) } }
        let client = HTTPClient(configuration: configuration)

        var outcome = ExchangeOutcome(request: built.request)
        do {
            let response = try await client.perform(built.request, content: content)
            outcome.response = response
            if !settings.wantsReport { try printHeads(response, transcript?.requests ?? []) }
            try await printContent(response, &outcome)
        } catch let failure as OutputFile.Failure where failure.isClosedPipe {
            throw failure
        } catch {
            outcome.error = error
            if outcome.response == nil, !settings.wantsReport { try printRequests(transcript?.requests ?? []) }
        }
        outcome.metrics = await metrics?.metrics
        await configuration.cache?.flush()
        if outcome.response != nil { try prepared.saveSession(configuration.cookieJar) }
        return try finish(&outcome)
    }

    /// Content that is to be printed, too: files and parts in memory, when they are small.
    private static func readable(_ content: RequestContent?) async -> RequestContent? {
        guard let content, content.isReplayable else { return content }
        return (try? await content.inMemory(upTo: 1 << 20)) ?? content
    }

    // MARK: - Heads

    private func printHeads(_ response: HTTPClientResponse, _ requests: [SentRequest]) throws {
        let text = HeadText(terminal: terminal)
        if settings.showsHops, !response.history.isEmpty {
            for (number, hop) in response.history.enumerated() {
                if requests.indices.contains(number) { try printRequests([requests[number]]) }
                guard parts.contains(.responseHead) else { continue }
                let head = HTTPResponse(status: hop.status, headerFields: hop.headerFields)
                try OutputFile.standard.write(text.response(head, version: hop.httpVersion) + "\n")
            }
        }
        if let last = requests.last { try printRequests([last]) }
        guard parts.contains(.responseHead) else { return }
        try OutputFile.standard.write(text.response(response.head, version: response.httpVersion) + "\n")
    }

    private func printRequests(_ requests: [SentRequest]) throws {
        for sent in requests {
            if parts.contains(.requestHead) {
                try OutputFile.standard.write(HeadText(terminal: terminal).request(sent.request, fields: sent.fields) + "\n")
            }
            guard parts.contains(.requestContent), let content = sent.content else { continue }
            if let bytes = content.bytes, !terminal.isTerminal, terminal.pretty == .none {
                try OutputFile.standard.write(bytes)
                if parts != .requestContent || settings.showsHops { try OutputFile.standard.write("\n\n") }
                continue
            }
            let type = content.contentType.flatMap(MediaType.init)
            let text = content.bytes.map { bytes in
                terminal.isTerminal && BinaryContent.isBinary(bytes)
                    ? "[binary content of \(bytes.count) bytes]"
                    : ContentFormatter(terminal: terminal, contentType: type).text(bytes)
            }
            try OutputFile.standard.write((text ?? "[content that is sent as it is read]") + "\n\n")
        }
    }

    // MARK: - Content

    private func printContent(_ response: HTTPClientResponse, _ outcome: inout ExchangeOutcome) async throws {
        if let path = settings.outputFile, !settings.wantsReport {
            let file = try OutputFile(path: path)
            let copier = ContentPrinter(settings: settings, terminal: Terminal(isTerminal: false, pretty: .none), output: file)
            outcome.size = try await copier.print(response)
            return try file.close()
        }
        if settings.wantsReport || settings.selection != nil {
            let content = try await response.collected().content
            outcome.content = content
            outcome.size = content.count
            if let selection = settings.selection, !settings.wantsReport, !settings.isQuiet {
                let type = response.headerFields[.contentType].flatMap(MediaType.init)
                try selection.print(from: TextEncoding(of: content, contentType: type).decode(content), terminal)
            }
        } else if parts.contains(.responseContent) {
            outcome.size = try await ContentPrinter(settings: settings, terminal: terminal, output: .standard).print(response)
        } else if parts.contains(.responseHead), settings.template == nil, !parts.contains(.metrics) {
            response.cancel()
        } else {
            for try await chunk in response.body { outcome.size += chunk.count }
        }
    }

    // MARK: - The end

    private func finish(_ outcome: inout ExchangeOutcome) throws -> Int32 {
        if let error = outcome.error {
            outcome.exitStatus = ExitStatus.of(error)
        } else if settings.checksStatus, let response = outcome.response {
            outcome.exitStatus = ExitStatus.of(response.status)
        }
        if settings.wantsReport {
            try OutputFile.standard.write(JSONPainter(terminal: terminal).text(ExchangeReport.value(outcome)) + "\n")
        }
        if let metrics = outcome.metrics {
            let text = MetricsText.text(metrics, terminal)
            if parts.contains(.metrics) { try OutputFile.standard.write((parts == .metrics ? "" : "\n") + text) }
            if settings.wantsMetrics { try OutputFile.errors.write(text) }
        }
        if let template = settings.template { try OutputFile.standard.write(terminal.shown(template.text(outcome))) }
        if let error = outcome.error { Retrieval.report(error) }
        return outcome.exitStatus
    }
}
