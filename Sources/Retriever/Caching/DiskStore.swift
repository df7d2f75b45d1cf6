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
        /// URLs of changes that are not written yet: what the disk has of them is out of date.
        var urls: [String: Int] = [:]
        /// Whether all that the disk has is.
        var forgetsAll = false
        /// URLs of changes that could not be written: before anything else what is there must go.
        var unwritten: Set<String> = []
        var size = 0
        /// Rows that have been used since.
        var used: Set<Int> = []

        func isOutOfDate(_ url: String) -> Bool { forgetsAll || urls[url] != nil || unwritten.contains(url) }
    }

    /// Names of more files are not remembered; then they are read once more.
    private static let checkedLimit = 100_000
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

    /// The latest entry of a URL that answers a request.
    func entry(for target: CacheTarget) async -> CacheEntry? {
        let url = target.key.url
        guard pending.withLock({ !$0.isOutOfDate(url) }) else { return nil }
        for row in read({ try $0.rows(DiskRecord.key(url)) })?.reversed() ?? [] {
            guard let record = DiskRecord(row.record, rules: rules), record.url == url, record.partition == target.partition,
                record.stored.selectingFields.match(target.fields)
            else { continue }
            guard let content = read({ try $0.content(row.id) }) ?? nil,
                content.digest == DiskRecord.digest(row.record, content.bytes)
            else {
                if read({ try $0.rows(DiskRecord.key(url)) })?.contains(where: { $0.id == row.id }) == true { rebuild() }
                return nil
            }
            guard let stored = await self.content(record, content.bytes) else { return nil }
            note(use: row.id)
            return CacheEntry(target.key, partition: target.partition, stored: record.stored, content: stored)
        }
        return nil
    }

    /// What a reader finds; `nil` when it cannot look now.
    private func read<Value>(_ body: (DiskDatabase) throws -> Value) -> Value? {
        do {
            return try readers.read(body)
        } catch {
            // No disk is too full for reading.
            if let error = error as? DatabaseError, [.damaged, .failed].contains(error.code) { rebuild() }
            return nil
        }
    }

    private func content(_ record: DiskRecord, _ bytes: [UInt8]) async -> StoredContent? {
        guard let file = record.file else { return .bytes(bytes) }
        let isChecked = checked.withLock { $0.contains(file.name) }
        let folder = folder
        // Away from the threads that tasks share: the first time all of it is read.
        guard let stored = try? await writer.files.run({ try folder.open(file, checks: !isChecked) }) else { return nil }
        noteChecked(file.name)
        return .file(stored)
    }

    private func noteChecked(_ name: String) {
        checked.withLock { checked in
            if checked.count >= Self.checkedLimit { checked = [] }
            checked.insert(name)
        }
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
    ///
    /// - Parameter isWanted: Asked when nobody else changes anything.
    func insert(_ entry: CacheEntry, for request: HTTPFields, if isWanted: () -> Bool) {
        if case .file(let file) = entry.content { noteChecked(file.name) }
        add(.insert(entry, request), size: entry.memorySize, if: isWanted)
    }

    /// Forgets all entries of a URL.
    func remove(_ url: String) { add(.remove(url), size: 0) { true } }

    /// Forgets everything.
    func removeAll() { add(.removeAll, size: 0) { true } }

    private func add(_ change: DiskWriter.Change, size: Int, if isWanted: () -> Bool) {
        let (refused, isFirst) = pending.withLock { pending -> (DiskWriter.Change?, Bool) in
            guard isWanted() else { return (change, false) }
            // What is known of the URL may be wrong from now on: it must go, if nothing can be put in its place.
            let isTooMuch = pending.size + size > Self.pendingLimit
            pending.add(isTooMuch ? .remove(change.url) : change, size: isTooMuch ? 0 : size)
            return (isTooMuch ? change : nil, pending.changes.count == 1)
        }
        if let refused {
            noteFailure()
            writer.enqueue { $0.removeFile(of: refused) }
        }
        if isFirst { writer.enqueue { self.write($0) } }
    }

    /// Writes all that waits, in one transaction.
    private func write(_ writer: DiskWriter.Access) {
        let (changes, used, unwritten) = pending.withLock { pending in
            defer { (pending.changes, pending.used) = ([], []) }
            return (pending.changes, pending.used, pending.unwritten)
        }
        do {
            try writer.write(unwritten.map { .remove($0) } + changes, used: used, now: clock())
            pending.withLock { $0.forget(changes, written: unwritten) }
        } catch {
            failures.add(max(1, changes.count), ordering: .relaxed)
            for change in changes { writer.removeFile(of: change) }
            pending.withLock { $0.forget(changes, written: nil) }
            if (error as? DatabaseError)?.code == .damaged { rebuild() }
        }
    }

    /// Begins anew, since the database is damaged. Whoever finds that out meanwhile is too late.
    private func rebuild() {
        guard !isRebuilding.exchange(true, ordering: .relaxed) else { return }
        noteFailure()
        writer.enqueue { writer in
            writer.rebuild()
            self.readers.close()
            self.pending.withLock { $0.unwritten = [] }
            self.isRebuilding.store(false, ordering: .relaxed)
        }
    }

    /// Counts something that could not be stored.
    func noteFailure() { failures.add(1, ordering: .relaxed) }

    /// Waits until all changes so far are written.
    func flush() async {
        writer.enqueue { self.write($0) }
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
    /// More are not remembered one by one.
    private static let unwrittenLimit = 10_000

    fileprivate mutating func add(_ change: DiskWriter.Change, size: Int) {
        changes.append(change)
        urls[change.url, default: 0] += 1
        self.size += size
        if case .removeAll = change { forgetsAll = true }
    }

    /// - Parameter written: What has been made good; `nil` when nothing was written.
    fileprivate mutating func forget(_ changes: [DiskWriter.Change], written: Set<String>?) {
        if let written { unwritten.subtract(written) } else { unwritten.formUnion(changes.map(\.url)) }
        for change in changes {
            let count = urls[change.url, default: 1] - 1
            urls[change.url] = count > 0 ? count : nil
            if case .insert(let entry, _) = change { size -= entry.memorySize }
            guard case .removeAll = change else { continue }
            // Not to be believed before it has been done.
            if written == nil {
                self.changes.insert(change, at: 0)
            } else {
                forgetsAll = self.changes.contains { $0.url.isEmpty }
            }
        }
        if unwritten.count > Self.unwrittenLimit {
            unwritten = []
            add(.removeAll, size: 0)
        }
    }
}
