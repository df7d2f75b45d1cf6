internal import Console
internal import FoundationEssentials
internal import HTTPSemantics
internal import Retriever

/// The command line for curl that does what a request does.
struct CurlEquivalent {
    private let sent: SentRequest
    private let settings: Settings

    init(_ sent: SentRequest, _ settings: Settings) {
        self.sent = sent
        self.settings = settings
        for name in settings.unlikeCurl where OptionTable.clientOptionNames.contains(name) {
            Console.printError("retrieve: curl has no option like --\(name)")
        }
    }

    /// Credentials are in it: it is to do the same.
    var command: String {
        var shown = Redaction(fields: [], parameters: [])
        shown.shownContent = ["*/*"]
        let content = sent.content?.bytes
        let isText = content.map { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil } ?? true
        var request = sent.request
        if !isText, let type = sent.content?.contentType, !request.headerFields.contains(.contentType) {
            request.headerFields[.contentType] = type
        }
        let command = request.curlCommand(
            content: isText ? content : nil, contentType: sent.content?.contentType, redaction: shown)
        // Options may imply one another, and be said twice.
        var said: Set<String> = []
        let flags = settings.curlWords.filter { $0 != "--location" || said.insert($0).inserted }
        let options = (flags + authentication + (sent.options.decodesContent ? ["--compressed"] : [])).map(
            \.shellQuoted)
        // That there is no content is said where content would have a meaning.
        let absence = content == nil && request.method.hasMeaningfulContent ? ["--header", "'Content-Length: 0'"] : []
        let withheld = sent.options.acceptsAnything || request.headerFields.contains(.accept) ? [] : ["--header", "Accept:"]
        let words = [command] + absence + withheld + options
        guard !isText, let content else { return words.joined(separator: " ") }
        // No word of a command line holds any bytes.
        let encoded = Data(content).base64EncodedString()
        return "printf %s \(encoded) | base64 -d | " + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }

    /// What is proved only when the server asks is no part of the request.
    private var authentication: [String] {
        switch settings.authenticationType {
        case .digest: ["--digest", "--user", settings.credentials ?? ""]
        case .ntlm: ["--ntlm", "--user", settings.credentials ?? ""]
        case .negotiate: ["--negotiate", "--user", ":"]
        case .basic, .bearer, nil: []
        }
    }
}
