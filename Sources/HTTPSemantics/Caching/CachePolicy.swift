/// How a request uses a cache.
public enum CachePolicy: Hashable, Sendable {
    /// As RFC 9111 has it: fresh responses are used, stale ones validated. URLSession: `useProtocolCachePolicy`.
    case standard
    /// Asks the server whatever is stored, and stores the answer. URLSession: `reloadIgnoringLocalCacheData`.
    case reload
    /// Uses what is stored only when the server says that it still holds, or has said that it does not change (`immutable`).
    /// URLSession: `reloadRevalidatingCacheData`.
    case revalidate
    /// Uses what is stored, however old, and asks the server only when nothing is. URLSession: `returnCacheDataElseLoad`.
    case storedElseLoad
    /// Uses what is stored, however old, and never asks the server; an error with code `notStored` when nothing is. URLSession:
    /// `returnCacheDataDontLoad`.
    case storedOnly
    /// Neither uses nor stores anything.
    case off
}
