/// Decides what to do with the answer to a request for the rest of a file. Without any input or output.
public struct DownloadPlan: Sendable {
    /// What is known of the file; `nil` before the first response.
    public let identity: RepresentationIdentity?
    /// The positions that are missing and asked for; the upper end is `nil` when it is unknown or does not matter.
    public let first: Int
    /// One past the last position that is asked for; `nil` for the end of the file.
    public let end: Int?
    /// Whether a range is asked for, and not simply the content.
    public let asksForRange: Bool

    /// A plan for the bytes from `first` up to `end`; `asksForRange` insists on the field for a whole file, too, which shows
    /// whether the server has ranges.
    public init(identity: RepresentationIdentity?, first: Int, end: Int? = nil, asksForRange: Bool = false) {
        self.identity = identity
        self.first = first
        self.end = end
        self.asksForRange = asksForRange || first > 0 || end != nil
    }

    /// The fields that ask for it: `Range` with its precondition, and no content coding, so that positions count what is stored.
    public var headerFields: HTTPFields {
        var fields: HTTPFields = [.acceptEncoding: "identity"]
        guard asksForRange else { return fields }
        let range = end.map { ByteRange.closed(first: first, last: $0 - 1) } ?? .from(first)
        fields[.range] = ByteRange.field([range])
        for field in identity?.precondition ?? [:] { fields.append(field) }
        return fields
    }

    /// Why the bytes that are there are of no use.
    public enum RestartReason: Hashable, Sendable {
        /// The file on the server is another one now.
        case changed
        /// The server sends whole files only.
        case rangesUnsupported
        /// The server gave nothing by which parts could be known to belong together: no strong entity tag and no date.
        case noValidator
    }

    /// What a response means.
    public enum Action: Hashable, Sendable {
        /// The content begins at this position, which is not behind the first one missing.
        case take(from: Int)
        /// The content is the whole file from its beginning, and what is there has to go.
        case startOver(RestartReason)
        /// What is there has to go, and the content is of no use either: ask for the whole file.
        case askAgain(RestartReason)
        /// Everything is there: the file ends where the missing part would begin.
        case complete
        /// The response answers something else than was asked; the text says what it does.
        case refuse(String)
        /// The status is none of a download.
        case fail
    }

    /// What to do with a response.
    public func action(for response: HTTPResponse) -> Action {
        let answer = RepresentationIdentity(response)
        let hasChanged = identity.map { $0.contradicts(answer) } ?? false
        switch response.status.code {
        case 206: return partial(response, hasChanged: hasChanged)
        case 412: return .askAgain(.changed)
        case 416: return unsatisfiable(response)
        case 200, 203:
            if first == 0, end == nil, !hasChanged { return .take(from: 0) }
            return .startOver(hasChanged ? .changed : .rangesUnsupported)
        default: return .fail
        }
    }

    private func partial(_ response: HTTPResponse, hasChanged: Bool) -> Action {
        guard let value = response.headerFields[.contentRange], let range = ContentRange(value), let positions = range.positions
        else { return .refuse("sent a part of the file without saying which") }
        if hasChanged { return .askAgain(.changed) }
        guard positions.lowerBound <= first, first < positions.upperBound else {
            return .refuse(
                "sent the bytes \(positions.lowerBound)-\(positions.upperBound - 1) when asked for those from \(first)")
        }
        return .take(from: positions.lowerBound)
    }

    /// There is nothing at `first`: either the file ends just there, or it is not the file it was.
    private func unsatisfiable(_ response: HTTPResponse) -> Action {
        guard let length = response.headerFields[.contentRange].flatMap({ ContentRange($0) })?.completeLength else {
            return first == 0 ? .fail : .askAgain(.rangesUnsupported)
        }
        if length == first, identity?.completeLength ?? length == length { return .complete }
        return first == 0 && end == nil ? .fail : .askAgain(.changed)
    }
}
