internal import Retriever

extension Error {
    /// What went wrong, in the words of the command: its options stand where the library names its own.
    var words: String {
        guard let error = self as? HTTPClientError else { return "\(self)" }
        let text = "\(error)".replacing("name its file as the authorities", with: "name its file by --ca")
            .replacing("name the authority's file", with: "name the authority's file by --ca")
        guard let limit = error.timeLimit, let option = Self.limits[limit] else { return text }
        return text.replacing(limit, with: option)
    }

    private static var limits: [String: String] {
        [
            "totalTimeout": "--timeout", "connectTimeout": "--connect-timeout", "resolveTimeout": "--resolve-timeout",
            "tlsTimeout": "--tls-timeout", "firstByteTimeout": "--first-byte-timeout", "stallTimeout": "--stall-timeout",
        ]
    }
}
