/// Where a screen's content stands.
public enum Loadable<Content: Sendable>: Sendable {
    /// It is being fetched.
    case loading
    /// It is here.
    case loaded(Content)
    /// It could not be fetched; the words are for the reader.
    case failed(String)
}

extension Loadable {
    /// The content, when it is here.
    public var content: Content? { if case .loaded(let content) = self { content } else { nil } }
}
