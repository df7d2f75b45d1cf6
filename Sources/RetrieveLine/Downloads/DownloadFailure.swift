internal import Console
internal import HTTPSemantics
package import Retriever

/// What is said about a download that did not succeed: what happened, and what to do next.
package enum DownloadFailure {
    /// A line, without the name.
    ///
    /// - Parameter left: What the next run can go on with.
    package static func line(_ error: HTTPClientError, left: UnfinishedDownload?) -> String {
        let message = error.code == .cancelled ? "interrupted" : error.words.printable
        return advice(error, left: left).map { "\(message); \($0)" } ?? message
    }

    /// The exit status: of the status that came, or else of the error.
    package static func exitStatus(_ error: HTTPClientError) -> Int32 {
        error.code == .cancelled ? ExitStatus.interrupted : ExitStatus.of(error)
    }

    /// What the message does not say already.
    private static func advice(_ error: HTTPClientError, left: UnfinishedDownload?) -> String? {
        if let status = error.status { return advice(status, error.retryAfter, left) }
        switch error.code {
        case .checksum: return "the file was removed; compare the digest with the one where the file is announced"
        case .file: return left.map(goingOn) ?? "choose another place with --folder or --output, or see --existing"
        case .changed: return "try again when the file has stopped changing"
        case .tls: return "check the address and this computer's clock, and whom it trusts"
        case .cannotResolve: return left.map(goingOn)
        case .cannotConnect, .proxy: return "check the address, and that the server runs" + also(left)
        case .badURL, .invalidRequest, .configuration, .unsupported: return "see retrieve --help"
        case .redirect: return "download from where it leads to"
        default: return left.map(goingOn) ?? "the same command begins anew"
        }
    }

    private static func advice(_ status: HTTPResponse.Status, _ retryAfter: Duration?, _ left: UnfinishedDownload?) -> String {
        switch status.code {
        case 401, 403, 407: return "check what you may download, and give credentials if need be" + also(left)
        case 404, 410: return "check the address"
        case 408, 425, 429, 500...599:
            let when = retryAfter.map { "in \(Amount.time(Double($0.components.seconds)) ?? "some days")" } ?? "later"
            return "try again \(when)" + also(left)
        default: return status.kind == .redirection ? "download from where it leads to" : "check the address" + also(left)
        }
    }

    private static func also(_ left: UnfinishedDownload?) -> String { left.map { ", then " + goingOn($0) } ?? "" }

    private static func goingOn(_ left: UnfinishedDownload) -> String {
        "the same command goes on at "
            + (left.expected.map { Amount.percent(left.received, of: $0) } ?? Amount.bytes(left.received))
    }
}
