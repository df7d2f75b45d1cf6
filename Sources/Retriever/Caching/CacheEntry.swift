internal import Files
internal import HTTPSemantics
internal import Synchronization

/// Content as it is stored.
enum StoredContent: Sendable {
    case bytes([UInt8])
    /// In a file of its own, for as long as somebody reads it also after it has lost its name.
    case file(StoredFile)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }
}

/// A file with content, complete and never changed.
final class StoredFile: Sendable {
    let file: OpenFile
    /// Within the cache's folder for content.
    let name: String
    let size: Int
    /// Of all its bytes.
    let digest: [UInt8]

    init(file: OpenFile, name: String, size: Int, digest: [UInt8]) {
        self.file = file
        self.name = name
        self.size = size
        self.digest = digest
    }
}

/// A stored response.
final class CacheEntry: Sendable {
    let key: CacheKey
    /// The target, without its fragment.
    var url: String { key.url }
    /// What else makes one caller's response wrong for another, besides the fields that it names itself; empty for most.
    let partition: String
    let stored: StoredResponse
    let content: StoredContent
    /// About how many bytes of memory it takes.
    let memorySize: Int
    /// The last answer, for others in the same second.
    let lastHit = Mutex<Hit?>(nil)

    init(_ key: CacheKey, partition: String, stored: StoredResponse, content: StoredContent) {
        self.key = key
        self.partition = partition
        self.stored = stored
        self.content = content
        let fields = stored.response.headerFields.byteCount + stored.response.headerFields.count * 64
        let bytes = if case .bytes(let bytes) = content { bytes.count } else { 256 }
        let selecting = stored.selectingFields.fields.reduce(0) { $0 + $1.0.rawName.utf8.count + ($1.1?.utf8.count ?? 0) + 64 }
        memorySize = 512 + key.url.utf8.count + fields + selecting + bytes
    }

    /// Whether it could answer a request.
    func isFor(_ target: CacheTarget) -> Bool { partition == target.partition && stored.selectingFields.match(target.fields) }
}
