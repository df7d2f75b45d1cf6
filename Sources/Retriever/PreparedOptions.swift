internal import CurlTransport

/// Options, and what they mean to the transport. A client prepares those of its configuration once.
final class PreparedOptions: Sendable {
    let options: RequestOptions
    let transferOptions: Shared<TransferOptions>

    init(_ options: RequestOptions) {
        self.options = options
        transferOptions = Shared(options.transferOptions)
    }

    /// The same, with another time to wait for `100 Continue`.
    func waitingForContinue(_ timeout: Duration?) -> PreparedOptions {
        var options = options
        options.continueTimeout = timeout
        return PreparedOptions(options)
    }
}
