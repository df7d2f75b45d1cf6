internal import HTTPSemantics

/// What a request asks for, as far as responses to it may differ: what is stored is looked for by it, and requests that are alike share
/// a response.
final class CacheTarget: Sendable {
    let key: CacheKey
    /// What else makes one caller's response wrong for another, besides the fields that it names itself; empty for most.
    let partition: String
    /// The request's fields as they are to a server.
    let fields: HTTPFields

    init(_ key: CacheKey, partition: String, fields: HTTPFields) {
        self.key = key
        self.partition = partition
        self.fields = fields
    }
}

extension CacheTarget: Hashable {
    static func == (left: CacheTarget, right: CacheTarget) -> Bool {
        left === right || left.key == right.key && left.partition == right.partition && left.fields == right.fields
    }

    /// Requests under way for one URL differ rarely.
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A URL without its fragment, which is hashed once: one request is looked for in several places.
struct CacheKey: Hashable, Sendable {
    let url: String
    let hash: Int

    init(_ url: String) {
        self.url = url
        hash = url.hashValue
    }

    init(_ url: WebURL) { self.init(url.withoutFragment.href) }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
