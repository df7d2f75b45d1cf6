extension WebURL {
    /// The parameters of the query, decoded; none when there is no query.
    ///
    /// Setting them, or changing them in place as in `url.queryParameters["page"] = "2"`, writes the whole query anew as
    /// `application/x-www-form-urlencoded`; no parameters leave no query. WHATWG URL standard §6.2 "update".
    public var queryParameters: FormParameters {
        get { FormParameters(urlEncoded: query ?? "") }
        set { self = changed { $0.query = newValue.isEmpty ? nil : newValue.urlEncoded } }
    }

    /// The URL with parameters added after those it has. Names and values are plain text; every character that means something
    /// in a query is percent-encoded, a space as `%20`, which servers of every kind read as a space.
    public func appending(query parameters: FormParameters) -> WebURL { appending(query: parameters, spaces: .percent20) }

    package func appending(query parameters: FormParameters, spaces: FormParameters.SpaceStyle) -> WebURL {
        guard !parameters.isEmpty else { return self }
        func encoded(_ text: String) -> String {
            let encoded = text.percentEncoded(.parameter)
            return spaces == .plus
                ? encoded.split(separator: "%20", omittingEmptySubsequences: false).joined(separator: "+") : encoded
        }
        let pairs = parameters.map { "\(encoded($0.name))=\(encoded($0.value))" }
        let addition = pairs.joined(separator: "&")
        return changed { $0.query = $0.query.map { $0.isEmpty ? addition : "\($0)&\(addition)" } ?? addition }
    }

    /// The URL with the fragment of `other` when it has none of its own. RFC 9110 §10.2.2.
    func inheritingFragment(of other: WebURL) -> WebURL {
        guard layout.fragmentStart == 0, let fragment = other.fragment else { return self }
        return changed { $0.fragment = fragment }
    }

    /// The URL without its fragment.
    public var withoutFragment: WebURL { layout.fragmentStart == 0 ? self : changed { $0.fragment = nil } }

    /// The URL without user name and password.
    public var withoutCredentials: WebURL {
        guard hasCredentials else { return self }
        return changed { ($0.username, $0.password) = ("", "") }
    }
}
