internal import HTTPSemantics

/// What a request asks for, as far as responses to it may differ: what is stored is looked for by it, and requests that are alike share
/// a response.
final class CacheTarget: Sendable {
    /// Without its fragment.
    let url: String
    /// What else makes one caller's response wrong for another, besides the fields that it names itself; empty for most.
    let partition: String
    /// The request's fields as they are to a server.
    let fields: HTTPFields

    init(url: String, partition: String, fields: HTTPFields) {
        self.url = url
        self.partition = partition
        self.fields = fields
    }
}

extension CacheTarget: Hashable {
    static func == (left: CacheTarget, right: CacheTarget) -> Bool {
        left === right || left.url == right.url && left.partition == right.partition && left.fields == right.fields
    }

    /// Requests under way for one URL differ rarely.
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
}
