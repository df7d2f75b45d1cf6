internal import Console
internal import HTTPSemantics
internal import Retriever

/// What comes in pieces.
package enum StreamKind: String, Sendable { case sse, lines, pages }

/// Prints events, lines or pages as they come.
struct StreamRun {
    let kind: StreamKind
    var prepared: PreparedRequest
    private let terminal: Terminal

    init(_ kind: StreamKind, _ prepared: PreparedRequest) throws(UsageError) {
        self.kind = kind
        self.prepared = prepared
        terminal = Terminal(prepared.settings)
        let isPlain = prepared.built.request.method == .get && prepared.built.content == nil
        guard isPlain || kind == .lines else { throw UsageError("\(kind.rawValue) makes a GET without content") }
    }

    /// - Returns: The exit status.
    /// - Throws: What clients throw, and ``OutputFile/Failure``.
    mutating func run() async throws -> Int32 {
        var configuration = try prepared.configuration()
        let answers = AnswerWatch()
        configuration.interceptors.append(answers)
        let outcome: Result<Int32, any Error>
        do { outcome = .success(try await print(HTTPClient(configuration: configuration))) } catch { outcome = .failure(error) }
        await configuration.cache?.flush()
        if answers.hasSeenOne { try prepared.saveSession(configuration.cookieJar) }
        return try outcome.get()
    }

    /// Prints everything. Many streams end by a signal only: the first one is an end like others, the second ends the program.
    private func print(_ client: HTTPClient) async throws -> Int32 {
        let (listening, beginning) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup { group in
            defer { group.cancelAll() }
            group.addTask {
                await TerminationSignal.wait(secondEnds: true) { beginning.finish() }
                return ExitStatus.interrupted
            }
            for await _ in listening {}
            group.addTask {
                switch kind {
                case .sse: try await printEvents(client)
                case .lines: try await printLines(client)
                case .pages: try await printPages(client)
                }
                return 0
            }
            return try await group.next() ?? 0
        }
    }

    private func printEvents(_ client: HTTPClient) async throws {
        let request = prepared.built.request
        let events = try client.events(
            from: request.url, headerFields: request.headerFields, lastEventID: prepared.settings.lastEventID,
            onInterruption: { interruption in
                let reason = interruption.error.map(\.words.printable) ?? "the stream has ended"
                Console.printError("retrieve: \(reason); connecting again in \(Amount.duration(interruption.delay.seconds))")
                return true
            })
        for try await event in events {
            if prepared.settings.wantsReport {
                let object: JSON.Value = ["type": .string(event.type), "data": .string(event.data), "id": .string(event.id)]
                try OutputFile.standard.write(String(decoding: object.serialized(.withoutEscapingSlashes), as: UTF8.self) + "\n")
            } else if event.type != "message", terminal.isTerminal, prepared.settings.selection == nil {
                try OutputFile.standard.write(
                    terminal.paint(event.type.printable, .name) + " " + terminal.shown(event.data) + "\n")
            } else {
                try print(event.data)
            }
        }
    }

    private func printLines(_ client: HTTPClient) async throws {
        let response = try await client.perform(prepared.built.request, content: prepared.built.content).successful()
        for try await line in response.lines() {
            // Between JSON documents an empty line means nothing.
            if prepared.settings.selection != nil, line.utf8.allSatisfy({ $0 <= 0x20 }) { continue }
            try print(line)
        }
    }

    private func printPages(_ client: HTTPClient) async throws {
        let request = prepared.built.request
        let pages = try client.pages(
            from: request.url, headerFields: request.headerFields, maximum: prepared.settings.maximumPages)
        for try await page in pages {
            if prepared.settings.selection == nil, !prepared.settings.isQuiet {
                _ = try await ContentPrinter(settings: prepared.settings, terminal: terminal, output: .standard).print(page)
            } else {
                try print(try await page.text())
            }
        }
    }

    /// Prints a piece, or what is selected of it.
    private func print(_ text: String) throws {
        guard !prepared.settings.isQuiet else { return }
        guard let selection = prepared.settings.selection else {
            return try OutputFile.standard.write(terminal.shown(text) + "\n")
        }
        try selection.print(from: text, terminal)
    }
}
