internal import HTTPSemantics

/// What happens before a response, kept until the transfer's reader passes it on: listeners run in the reader's task and hold
/// nobody else up. A slow one is told of the last progress only.
struct TransferNews {
    var responses: [HTTPResponse] = []
    private var progress: (sent: Int, total: Int?)?
    private var highest = (sent: -1, isTotal: false)

    var isEmpty: Bool { progress == nil && responses.isEmpty }

    /// Keeps how much has been sent, unless it is no more than before.
    mutating func note(sent: Int, of total: Int?) -> Bool {
        let state = (sent: sent, isTotal: total == sent)
        guard sent > highest.sent || (sent == highest.sent && state.isTotal && !highest.isTotal) else { return false }
        highest = state
        progress = (sent, total)
        return true
    }

    /// Takes what there is out.
    mutating func take() -> TransferNews {
        defer {
            responses = []
            progress = nil
        }
        return self
    }

    func tell(_ options: TransferOptions) {
        for response in responses { options.onInformationalResponse?(response) }
        if let progress { options.onUploadProgress?(progress.sent, progress.total) }
    }
}
