/// The version of this library and the programs that come with it.
public enum RetrieverVersion {
    /// As in `CHANGELOG.md`.
    public static let current = "0.1.0"
}
