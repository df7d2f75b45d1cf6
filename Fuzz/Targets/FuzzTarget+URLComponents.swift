import HTTPSemantics

extension FuzzTarget {
    /// The setters of a URL: the URL, then on each line a component's letter and its new value.
    static let urlComponents = FuzzTarget(name: "url-components") { bytes in
        let lines = parts(bytes, 12)
        guard var url = try? parser.parse(lines[0]) else { return }
        for line in lines.dropFirst() where !line.isEmpty {
            let before = url
            let value = text(line.utf8.dropFirst())
            do {
                try change(&url, line.utf8.first ?? 0, to: value)
            } catch is URLParsingError {
                try promise(url.href == before.href, "a refused value changes \(before.href) to \(url.href)")
            }
            try checkURL(url)
            try promise(url.hasOpaquePathLike(before), "another kind of path: \(before.href) became \(url.href)")
        }
    }

    private static func change(_ url: inout WebURL, _ component: UInt8, to value: String) throws {
        switch component {
        case UInt8(ascii: "s"): try url.setScheme(value)
        case UInt8(ascii: "u"): try url.setUsername(value)
        case UInt8(ascii: "w"): try url.setPassword(value)
        case UInt8(ascii: "a"): try url.setAuthority(value, parser: parser)
        case UInt8(ascii: "h"): try url.setHost(value, parser: parser)
        case UInt8(ascii: "p"): try url.setPort(value)
        case UInt8(ascii: "/"): try url.setPath(value)
        case UInt8(ascii: "?"): url.setQuery(value)
        case UInt8(ascii: "#"): url.setFragment(value)
        case UInt8(ascii: "&"): url.queryParameters[value] = value
        default: url.queryParameters.sortByName()
        }
    }
}

extension WebURL {
    /// Whether both URLs have a path of segments, or both have one without: no setter turns one into the other.
    fileprivate func hasOpaquePathLike(_ other: WebURL) -> Bool { hasSegments == other.hasSegments }

    private var hasSegments: Bool { host != nil || path.utf8.first == UInt8(ascii: "/") }
}
