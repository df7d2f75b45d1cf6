internal import Console
internal import HTTPSemantics
internal import Retriever

extension DownloadEvent {
    /// What it is worth to be told where no bars are; `nil` for what goes without saying.
    var words: String? {
        switch self {
        case .resumed(let offset): "goes on at \(Amount.bytes(offset))"
        case .restarted(.changed): "begins anew, the file has changed"
        case .restarted(.rangesUnsupported): "begins anew, the server sends whole files only"
        case .restarted(.noValidator): "begins anew, nothing proves that it is the same file"
        case .segmented(let count, let reason?): "\(count == 1 ? "one part" : "\(count) parts") at once, \(reason)"
        case .interrupted(let error, let delay?): "\(error.words.printable); again in \(Amount.duration(delay.seconds))"
        case .mirrorDropped(let url, let reason): "without \(url.authority), \(reason)"
        default: nil
        }
    }
}
