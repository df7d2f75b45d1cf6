internal import Console
internal import Files
internal import HTTPSemantics
internal import Retriever

/// One download of several, told on the screen.
struct DownloadTask: Sendable {
    let index: Int
    let job: DownloadJob
    /// The file's path; `nil` when the server names it.
    let file: String?
    /// Where it is written then.
    let folder: String
    /// Whether a file is left alone that the server has not got newer.
    let isConditional: Bool
    let options: DownloadOptions
    let client: HTTPClient
    let screen: ProgressScreen
    /// Whether standard output gets the file's path.
    let printsPath: Bool

    private var destination: DownloadDestination { file.map { .file($0) } ?? .folder(folder) }

    /// How far it is before it begins.
    var initialProgress: DownloadProgress {
        var progress = DownloadProgress(name: file ?? job.provisionalName)
        progress.takesName = file == nil
        return progress
    }

    /// Downloads the file.
    func run() async -> DownloadEnd {
        var end = DownloadEnd()
        await screen.start(index)
        do {
            if isConditional, try await isUpToDate() {
                await screen.end(index, "not newer on the server")
                end.wasAnswered = true
                return end
            }
            for try await event in client.download(mirrors: job.urls, to: destination, options: options) {
                await screen.note(event, of: index)
                if case .started = event { end.wasAnswered = true }
                guard case .finished(let file) = event else { continue }
                let path = file.path.utf8.starts(with: "./".utf8) ? String(file.path.dropFirst(2)) : file.path
                await screen.end(index, Self.line(file, path))
                if printsPath { Console.print(path) }
            }
        } catch {
            let error = error as? HTTPClientError ?? HTTPClientError(.other, "\(error)")
            let left = options.resumes ? UnfinishedDownload(of: job.urls[0], to: destination) : nil
            await screen.fail(index, DownloadFailure.line(error, left: left))
            end.status = DownloadFailure.exitStatus(error)
            if error.status != nil { end.wasAnswered = true }
        }
        return end
    }

    private static func line(_ file: DownloadedFile, _ path: String) -> String {
        let seconds = max(0.001, file.elapsed.seconds)
        let rate = Amount.rate(Double(file.receivedBytes) / seconds)
        return "\(Amount.bytes(file.size)) in \(Amount.duration(seconds)), \(rate), saved as \(path.printable)"
    }

    // MARK: - What is there

    /// Whether the file is there, and was changed on the server no later than that. A server that does not say when, or answers
    /// otherwise than with the file, is left to the download.
    private func isUpToDate() async throws -> Bool {
        if let file, FileSystem.kind(of: file) != .file { return false }
        let head = try await client.send(.head, to: job.urls[0], headerFields: options.headerFields)
        guard head.status.kind == .successful, let date = head.headerFields[.lastModified].flatMap({ HTTPDate($0) }) else {
            return false
        }
        let path = file ?? folder + "/" + head.suggestedFileName(asked: job.urls[0])
        return FileSystem.modificationTime(of: path).map { date.secondsSinceEpoch <= $0 } ?? false
    }
}
