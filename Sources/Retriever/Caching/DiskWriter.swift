internal import Databases
internal import Files
internal import HTTPSemantics

/// The one connection of a process that writes, on a queue of its own.
final class DiskWriter: Sendable {
    /// What is to be written.
    enum Change: Sendable {
        /// In the place of what answers the same request.
        case insert(CacheEntry, HTTPFields)
        case remove(String)
        case removeAll

        /// The URL that it is about.
        var url: String {
            switch self {
            case .insert(let entry, _): entry.url
            case .remove(let url): url
            case .removeAll: ""
            }
        }
    }

    /// Everything that waits for the disk happens here, one after the other.
    let files = FileQueue()
    private let access: Access

    init(_ folder: DiskFolder, rules: CachingRules, capacity: Int) throws {
        access = Access(folder, rules: rules, capacity: capacity)
        try access.open()
    }

    /// Has something written, some time.
    func enqueue(_ body: @escaping @Sendable (Access) -> Void) { files.enqueue { [access] in body(access) } }

    /// What may be done on the queue.
    ///
    /// Invariant behind `@unchecked`: handed out by ``enqueue(_:)`` only, so that `database` is touched on the queue; and before there
    /// is anything on it.
    final class Access: @unchecked Sendable {
        private let folder: DiskFolder
        private let rules: CachingRules
        private let capacity: Int
        private var database: DiskDatabase?

        init(_ folder: DiskFolder, rules: CachingRules, capacity: Int) {
            self.folder = folder
            self.rules = rules
            self.capacity = capacity
        }

        /// Opens the database; a damaged one is thrown away. On a disk that is full there is none for now.
        ///
        /// - Throws: When the folder cannot be used, or is another program's.
        func open() throws {
            try? folder.makeDatabase()
            do {
                database = try DiskDatabase(path: folder.database, isWriter: true)
            } catch {
                // Damage has many faces; and what is on a full disk may as well go.
                guard [.damaged, .failed].contains(error.code) else { throw error }
                rebuild()
            }
        }

        /// Begins with an empty database.
        func rebuild() {
            database = nil
            folder.empty()
            try? folder.prepare()
            try? folder.makeDatabase()
            database = try? DiskDatabase(path: folder.database, isWriter: true)
        }

        func write(_ changes: [Change], used: Set<Int>, now: Int) throws {
            if database == nil { rebuild() }
            guard let database else { throw DatabaseError(code: .unavailable, message: "The cache's database is not open") }
            var gone: [String] = []
            try database.transaction {
                for change in changes { gone += try apply(change, to: database, now: now) }
                try database.touch(used, at: now)
                gone += try database.shrink(to: capacity)
            }
            // After the commit: a row that is still there must find its file.
            folder.removeContent(gone)
        }

        /// Applies a change; the names of files that nothing leads to any more.
        private func apply(_ change: Change, to database: DiskDatabase, now: Int) throws -> [String] {
            switch change {
            case .removeAll: return try database.deleteAll()
            case .remove(let url): return try delete(url, in: database) { _ in true }
            case .insert(let entry, let request):
                let gone = try delete(entry.url, in: database) { record in
                    record.partition == entry.partition && record.stored.selectingFields.match(request)
                }
                try insert(entry, into: database, now: now)
                return gone.filter { $0 != entry.fileName }
            }
        }

        /// Deletes the rows of a URL that are wanted away, unreadable ones and those beyond the limit.
        private func delete(
            _ url: String, in database: DiskDatabase, where isUnwanted: (DiskRecord) -> Bool
        ) throws -> [String] {
            var gone: [String] = []
            var rows = try database.rows(DiskRecord.key(url)).map { ($0.id, DiskRecord($0.record, rules: rules)) }
            rows.removeAll { $0.1.map { $0.url != url } ?? false }
            let surplus = rows.count + 1 - MemoryStore.variantLimit
            for (offset, (id, record)) in rows.enumerated() where record.map(isUnwanted) ?? true || offset < surplus {
                if let file = try database.delete(id) { gone.append(file) }
            }
            return gone
        }

        private func insert(_ entry: CacheEntry, into database: DiskDatabase, now: Int) throws {
            var record = DiskRecord(url: entry.url, partition: entry.partition, stored: entry.stored, file: nil)
            var content: [UInt8] = []
            switch entry.content {
            case .bytes(let bytes): content = bytes
            case .file(let file): record.file = DiskRecord.File(name: file.name, size: file.size, digest: file.digest)
            }
            try database.insert(
                key: DiskRecord.key(entry.url), used: now, record: record.bytes, content: content, file: record.file)
        }

        /// Removes the file of an entry that is not stored.
        func removeFile(of change: Change) {
            guard case .insert(let entry, _) = change, let name = entry.fileName, (try? database?.isKnown(name)) != true else {
                return
            }
            folder.removeContent([name])
        }

        /// Removes the files of responses that a process was storing when it was killed.
        func removeOrphans(before time: Int) {
            for name in folder.oldContents(before: time) where (try? database?.isKnown(name)) == false {
                folder.removeContent([name])
            }
        }
    }
}

extension CacheEntry {
    /// The file that its content is in.
    fileprivate var fileName: String? { if case .file(let file) = content { file.name } else { nil } }
}
