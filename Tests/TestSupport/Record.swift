import Synchronization

/// Keeps what a listener was told.
package final class Record<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])

    package init() {}

    package var all: [Entry] { entries.withLock(\.self) }
    package func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}
