internal import Files
internal import HTTPSemantics
internal import Synchronization

/// One run of a download, from the check of its destination to the file in its place.
struct DownloadSession: Sendable {
    private let client: HTTPClient
    private let urls: [WebURL]
    private let destination: DownloadDestination
    private let options: DownloadOptions
    private let events: DownloadEvents?
    private let start = ContinuousClock.now

    init(
        _ client: HTTPClient, urls: [WebURL], destination: DownloadDestination, options: DownloadOptions, events: DownloadEvents?
    ) {
        self.client = client
        self.urls = urls
        self.destination = destination
        self.options = options
        self.events = events
    }

    func run() async throws -> DownloadedFile {
        try checkDestination()
        let part = try await PartialFile(
            path: PartialFile.path(for: destination, url: urls[0]), isDurable: options.isDurable)
        let record = options.resumes ? try await part.record() : nil
        if record == nil { try await part.reset() }
        let deadline = (options.request ?? client.configuration.options).totalTimeout.map { start + $0 }
        let fetcher = ContentFetcher(
            client, urls: urls, options: options, events: events, part: part, record: record, deadline: deadline,
            checkName: { try check(destination.path(named: $0)) })
        try await fetch(fetcher)
        return try await finish(fetcher)
    }

    // MARK: - The destination

    private func checkDestination() throws {
        guard !destination.path.isEmpty, !destination.path.utf8.contains(0) else {
            throw HTTPClientError(.file, "the destination is no path of a file")
        }
        switch destination.kind {
        case .folder:
            guard FileSystem.kind(of: destination.path) == .folder else {
                throw HTTPClientError(.file, "cannot write into \(destination.path): there is no such folder")
            }
        case .file:
            guard !destination.path.hasSuffix("/") else {
                throw HTTPClientError(.file, "cannot write \(destination.path): it names a folder")
            }
            try check(destination.path)
        }
    }

    /// Refuses a path that could not be written at the end either.
    private func check(_ path: String) throws {
        switch (FileSystem.kind(of: path), options.existingFile) {
        case (.folder, .refuse), (.folder, .replace): throw HTTPClientError(.file, "cannot write \(path): it is a folder")
        case (.file, .refuse), (.other, .refuse):
            throw HTTPClientError(.file, "cannot write \(path): there is a file of that name")
        case (.other, .replace): throw HTTPClientError(.file, "cannot replace \(path): it is no ordinary file")
        case (.nothing, _), (.file, _), (_, .number): break
        }
    }

    // MARK: - The content

    private func fetch(_ fetcher: ContentFetcher) async throws {
        while true {
            do {
                return try await fetcher.fetch()
            } catch let restart as ContentFetcher.Restart {
                try await fetcher.startOver(restart.reason)
            } catch {
                // The disk may be what has failed, so the first error is the one to tell.
                let isWorthKeeping = options.resumes && fetcher.state.withLock { !$0.ledger.done.ranges.isEmpty }
                try? await isWorthKeeping ? fetcher.part.save { fetcher.record() } : fetcher.part.discard()
                throw error
            }
        }
    }

    private func finish(_ fetcher: ContentFetcher) async throws -> DownloadedFile {
        fetcher.report(isLast: true)
        let (ledger, head, hasher, received) = fetcher.state.withLock { ($0.ledger, $0.head, $0.hasher, $0.receivedBytes) }
        guard let size = ledger.completeLength, let head else { preconditionFailure("complete without a first answer") }
        let digest = try await hasher?.digest(size: size)
        if let expected = options.expectedDigest, digest != expected {
            try await fetcher.part.discard()
            let found = digest.map { "\($0)" } ?? ""
            throw HTTPClientError(
                .checksum, "\(head.url) has another content than expected: its SHA-256 is \(found), not \(expected)")
        }
        let modified = options.keepsModificationTime ? head.headerFields[.lastModified].flatMap { HTTPDate($0) } : nil
        let path = try await fetcher.part.place(
            size: size, modified: modified, at: destination.path(named: head.name), policy: options.existingFile)
        return DownloadedFile(
            path: path, size: size, digest: digest, url: head.url, headerFields: head.headerFields, receivedBytes: received,
            elapsed: .now - start)
    }
}
