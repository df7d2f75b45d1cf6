/// How a cache handled a request, as the field `Cache-Status` tells. RFC 9211.
public struct CacheStatus: Hashable, Sendable {
    /// Why a request went to the server. RFC 9211 §2.2.
    public enum ForwardReason: String, CaseIterable, Sendable {
        /// The cache is not used for such requests.
        case bypass
        /// The method is none whose responses are stored.
        case method
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// What is stored for the URL is for other request fields.
        case varyMiss = "vary-miss"
        /// What is stored is fresh, but the request wants it anew.
        case request
        /// What is stored is stale.
        case stale
        /// Only a part of the content is stored.
        case partial
    }

    /// What the cache calls itself.
    public var cache: String
    /// Whether the response was stored. RFC 9211 §2.1: also when it is stale.
    public var isHit = false
    /// Why the request went to the server, if it did.
    public var forwardReason: ForwardReason?
    /// What the server answered, when that is not the response's status.
    public var forwardStatus: Int?
    /// Whether the response is the stored one, be it because the server has said that it still holds, or has not answered; no part of
    /// the field.
    public var isStoredResponse = false
    /// For how many seconds the response stays fresh; negative when it is stale.
    public var timeToLive: Int?
    /// Whether the server's response is kept.
    public var isStored = false
    /// Whether the request waited for another's response instead of asking itself.
    public var isCollapsed = false
    /// More, such as "offline".
    public var detail: String?

    /// Of a cache with a name.
    public init(cache: String) { self.cache = cache }

    /// The member of the field: `Retriever; hit; ttl=30`.
    public var description: String {
        var text = cache
        if isHit { text += "; hit" }
        if let forwardReason { text += "; fwd=\(forwardReason.rawValue)" }
        if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { text += "; ttl=\(timeToLive)" }
        if isStored { text += "; stored" }
        if isCollapsed { text += "; collapsed" }
        if let detail { text += "; detail=\(detail)" }
        return text
    }
}

extension CacheStatus: CustomStringConvertible {}
