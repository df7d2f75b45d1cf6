/// How far a download is, as it is shown.
package struct DownloadState: Sendable, Equatable {
    /// What is happening.
    package enum Phase: Sendable, Equatable {
        case waiting, running, finished, skipped
        case retrying
        case failed(String)
    }

    /// The file's name, safe to show.
    package var name: String
    package var phase = Phase.waiting
    /// Bytes that are there.
    package var received = 0
    /// Bytes that there will be, when the server says it.
    package var expected: Int?
    /// Bytes a second.
    package var rate = 0.0
    /// How many parts are fetched at once.
    package var segments = 1

    /// Whether nothing more comes.
    var isOver: Bool {
        switch phase {
        case .finished, .skipped, .failed: true
        case .waiting, .running, .retrying: false
        }
    }

    package init(name: String) { self.name = name }
}
