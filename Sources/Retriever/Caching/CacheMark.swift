internal import HTTPSemantics

/// How a response passed the cache, shared by its copies and by others that passed alike.
final class CacheMark: Sendable {
    let status: CacheStatus
    /// The same as the field. RFC 9211.
    let field: HTTPField

    init(_ status: CacheStatus) {
        self.status = status
        field = HTTPField(name: .cacheStatus, uncheckedValue: status.description)
    }
}

/// The marks of responses from the server, by why it was asked; most of them, so they are made once.
struct ForwardMarks: Sendable {
    private let stored: [CacheMark]
    private let notStored: [CacheMark]

    init(name: String) {
        func marks(isStored: Bool) -> [CacheMark] {
            CacheStatus.ForwardReason.allCases.map { reason in
                var status = CacheStatus(cache: name)
                status.forwardReason = reason
                status.isStored = isStored
                return CacheMark(status)
            }
        }
        stored = marks(isStored: true)
        notStored = marks(isStored: false)
    }

    func mark(_ reason: CacheStatus.ForwardReason, isStored: Bool) -> CacheMark {
        (isStored ? stored : notStored)[reason.position]
    }
}

extension CacheStatus.ForwardReason {
    /// Where it stands among all.
    fileprivate var position: Int {
        switch self {
        case .bypass: 0
        case .method: 1
        case .uriMiss: 2
        case .varyMiss: 3
        case .request: 4
        case .stale: 5
        case .partial: 6
        }
    }
}

extension HTTPClientResponse {
    /// The response, with how a cache handled it: as a value, and as the field.
    func marked(_ mark: CacheMark, body: ResponseBody? = nil) -> HTTPClientResponse {
        var fields = headerFields
        fields.append(mark.field)
        return with(headerFields: fields, body: body ?? self.body, mark: mark)
    }

    func marked(_ status: CacheStatus) -> HTTPClientResponse { marked(CacheMark(status)) }
}
