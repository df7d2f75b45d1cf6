internal import Databases
internal import Files
internal import HTTPSemantics
internal import Synchronization

/// Stored responses in a folder: a database, and a file for each large content. Several processes may use one.
///
/// Readers look at the database at once, on the thread of whoever asks: rows are small, and mostly in the system's memory. All
/// writing happens later, on a queue of its own, and may fail: then the response is not stored, and nobody else is troubled.
final class DiskStore: Sendable {
    /// The most bytes that are kept.
    let capacity: Int
    private let folder: DiskFolder
    private let rules: CachingRules
    private let clock: @Sendable () -> Int
    private let readers: DiskReaders
    private let writer: DiskWriter
    /// Changes that are not written yet; what is known of their URLs on the disk is out of date.
    private let pending = Mutex(Pending())
    private let failures = Atomic(0)
    private let isRebuilding = Atomic(false)
    /// Files whose content has been checked, or written, by this process.
    private let checked = Mutex<Set<String>>([])

    fileprivate struct Pending {
        var changes: [DiskWriter.Change] = []
        var urls: [String: Int] = [:]
        var size = 0
        /// Rows that have been used since.
        var used: Set<Int> = []
    }

    /// When so many bytes wait to be written, the disk is too slow for more.
    private static let pendingLimit = 32 << 20

    /// - Throws: ``FileError`` or ``DatabaseError`` when the folder cannot be used. One that is damaged is emptied.
    init(folder path: String, capacity: Int, rules: CachingRules, clock: @escaping @Sendable () -> Int) throws {
        self.capacity = capacity
        self.rules = rules
        self.clock = clock
        folder = DiskFolder(path)
        try folder.prepare()
        writer = try DiskWriter(folder, rules: rules, capacity: capacity)
        readers = DiskReaders(folder)
        writer.enqueue { [time = clock() - 3600] in $0.removeOrphans(before: time) }
    }

    /// How often something could not be stored.
    var failureCount: Int { failures.load(ordering: .relaxed) }

    // MARK: - Reading

    /// The sound entries of a URL, the latest last.
    func entries(_ url: String) async -> [CacheEntry] {
        guard pending.withLock({ $0.urls[url] == nil }) else { return [] }
        var result: [CacheEntry] = []
        for row in rows(url) {
            guard row.digest == DiskRecord.digest(row.record, row.content), let record = DiskRecord(row.record, rules: rules),
                record.url == url, let content = await content(record, row.content)
            else { continue }
            result.append(CacheEntry(url: url, partition: record.partition, stored: record.stored, content: content))
            note(use: row.id)
        }
        return result
    }

    private func rows(_ url: String) -> [DiskDatabase.Row] {
        do {
            return try readers.read { try $0.rows(DiskRecord.key(url)) }
        } catch {
            // No disk is too full for reading.
            if let error = error as? DatabaseError, [.damaged, .failed].contains(error.code) { rebuild() }
            return []
        }
    }

    private func content(_ record: DiskRecord, _ bytes: [UInt8]) async -> StoredContent? {
        guard let file = record.file else { return .bytes(bytes) }
        let isChecked = checked.withLock { $0.contains(file.name) }
        let folder = folder
        // Away from the threads that tasks share: the first time all of it is read.
        guard let stored = try? await writer.files.run({ try folder.open(file, checks: !isChecked) }) else { return nil }
        _ = checked.withLock { $0.insert(file.name) }
        return .file(stored)
    }

    private func note(use id: Int) {
        let isDue = pending.withLock { pending in
            pending.used.insert(id)
            return pending.used.count == 1024
        }
        if isDue { writer.enqueue { self.write($0) } }
    }

    // MARK: - Writing

    /// Stores an entry in the place of those that answer the same request.
    func insert(_ entry: CacheEntry, for request: HTTPFields) {
        add(.insert(entry, request), of: entry.url, size: entry.memorySize)
    }

    /// Forgets all entries of a URL.
    func remove(_ url: String) { add(.remove(url), of: url, size: 0) }

    /// Forgets everything.
    func removeAll() { add(.removeAll, of: "", size: 0) }

    private func add(_ change: DiskWriter.Change, of url: String, size: Int) {
        let (isTaken, isFirst) = pending.withLock { pending in
            // What is known of the URL may be wrong from now on: it must go, if nothing can be put in its place.
            let isTooMuch = pending.size + size > Self.pendingLimit
            pending.changes.append(isTooMuch ? .remove(url) : change)
            pending.urls[url, default: 0] += 1
            pending.size += isTooMuch ? 0 : size
            return (!isTooMuch, pending.changes.count == 1)
        }
        if !isTaken { noteFailure() }
        if isFirst { writer.enqueue { self.write($0) } }
    }

    /// Writes all that waits, in one transaction.
    private func write(_ writer: DiskWriter.Access) {
        let (changes, used) = pending.withLock { pending in
            defer { (pending.changes, pending.used) = ([], []) }
            return (pending.changes, pending.used)
        }
        do {
            try writer.write(changes, used: used, now: clock())
        } catch {
            failures.add(max(1, changes.count), ordering: .relaxed)
            for case .insert(let entry, _) in changes { writer.removeFile(of: entry) }
            if (error as? DatabaseError)?.code == .damaged { rebuild() }
        }
        pending.withLock { $0.forget(changes) }
    }

    /// Begins anew, since the database is damaged. Whoever finds that out meanwhile is too late.
    private func rebuild() {
        guard !isRebuilding.exchange(true, ordering: .relaxed) else { return }
        noteFailure()
        writer.enqueue { writer in
            writer.rebuild()
            self.readers.close()
            self.isRebuilding.store(false, ordering: .relaxed)
        }
    }

    /// Counts something that could not be stored.
    func noteFailure() { failures.add(1, ordering: .relaxed) }

    /// Waits until all changes so far are written.
    func flush() async {
        await writer.files.run {}
    }

    /// A file for large content; `nil` when none can be made.
    func makeSpool() -> ContentSpool? {
        do {
            return try folder.makeSpool(writer.files)
        } catch {
            noteFailure()
            return nil
        }
    }
}

extension DiskStore.Pending {
    fileprivate mutating func forget(_ changes: [DiskWriter.Change]) {
        for change in changes {
            let url = change.url
            let count = urls[url, default: 1] - 1
            urls[url] = count > 0 ? count : nil
            if case .insert(let entry, _) = change { size -= entry.memorySize }
        }
    }
}
