/// The schemes whose URLs parse as web pages expect. WHATWG URL standard §4.2 "special scheme".
enum SpecialScheme: String, Sendable {
    case http, https, ws, wss, ftp, file

    /// The special scheme of this name, which is in lower case.
    init?(_ name: Span<UInt8>) {
        let candidate: Self
        switch (name.count, name.byte(0)) {
        case (4, UInt8(ascii: "h")): candidate = .http
        case (5, UInt8(ascii: "h")): candidate = .https
        case (2, UInt8(ascii: "w")): candidate = .ws
        case (3, UInt8(ascii: "w")): candidate = .wss
        case (3, UInt8(ascii: "f")): candidate = .ftp
        case (4, UInt8(ascii: "f")): candidate = .file
        default: return nil
        }
        var index = 0
        for byte in candidate.rawValue.utf8 {
            guard name[index] == byte else { return nil }
            index += 1
        }
        self = candidate
    }

    var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .file: nil
        }
    }
}
