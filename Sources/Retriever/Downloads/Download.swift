internal import HTTPSemantics

/// A download: a sequence of its events, or one call. It begins when its first event is asked for.
///
///     for try await event in client.download(url, to: "image.iso") {
///         if case .progress(let received, let expected, _) = event { … }
///     }
///     let file = try await client.download(url, to: .folder("Downloads")).finished()
///
/// It goes on when nobody asks for events, and stops when the loop is left or the task cancelled. Then, and when it fails, what has
/// come is kept beside the destination (`name.retrieving`), and the next download to the same destination goes on with it.
public struct Download: AsyncSequence, Sendable {
    /// What happens on the way.
    public typealias Element = DownloadEvent

    /// The whole download; events are left out for `nil`.
    private let body: @Sendable (DownloadEvents?) async throws -> DownloadedFile

    init(_ body: @escaping @Sendable (DownloadEvents?) async throws -> DownloadedFile) { self.body = body }

    /// Asks for event after event.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let run: DownloadRun

        /// The next event, or `nil` after the last.
        ///
        /// - Throws: ``HTTPClientError``: what requests throw, and the codes `file`, `changed` and `checksum`.
        public func next() async throws -> DownloadEvent? { try await run.next() }
    }

    /// Starts a download.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run: DownloadRun(body)) }

    /// Downloads the file and answers where it is. The work is done by the calling task, on the executor it prefers.
    ///
    /// - Throws: ``HTTPClientError``; see ``AsyncIterator/next()``.
    @discardableResult
    public func finished() async throws -> DownloadedFile {
        do { return try await body(nil) } catch { throw HTTPClientError(ofDownload: error) }
    }
}

extension HTTPClient {
    /// Downloads a file.
    ///
    /// It is written beside its destination and gets its name when it is complete, so there is never a part of a file under that
    /// name. See ``Download`` for how it begins, ends and goes on.
    public func download(
        _ target: some WebURLConvertible, to destination: DownloadDestination, options: DownloadOptions = DownloadOptions()
    ) -> Download {
        download(mirrors: [target], to: destination, options: options)
    }

    /// Downloads a file that several servers have: parts come from all of them at once, and those that fail are passed over.
    ///
    /// The size of the file is compared; that all servers have the same content is for ``DownloadOptions/expectedDigest`` to prove.
    public func download(
        mirrors targets: [some WebURLConvertible], to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) -> Download {
        Download { events in
            let urls: [WebURL]
            do throws(URLParsingError) {
                urls = try targets.map { target throws(URLParsingError) in try target.webURL() }
            } catch {
                throw HTTPClientError(.badURL, error.description, cause: error)
            }
            guard !urls.isEmpty else { throw HTTPClientError(.badURL, "there is no address to download from") }
            return try await DownloadSession(self, urls: urls, destination: destination, options: options, events: events).run()
        }
    }
}
