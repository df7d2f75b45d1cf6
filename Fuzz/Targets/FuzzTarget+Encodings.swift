import HTTPSemantics

extension FuzzTarget {
    /// `application/x-www-form-urlencoded`.
    static let form = FuzzTarget(name: "form") { bytes in
        let form = FormParameters(urlEncoded: text(bytes))
        let encoded = form.urlEncoded
        let safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._+%&="
        try promise(encoded.utf8.allSatisfy(safe.utf8.contains), "not encoded: \(encoded)")
        try promise(FormParameters(urlEncoded: encoded) == form, "not the same when read again: \(encoded)")
    }

    /// Percent-encoding both ways.
    static let percent = FuzzTarget(name: "percent") { bytes in
        let plain = text(bytes)
        let encoded = plain.percentEncoded()
        try promise(encoded.utf8.allSatisfy { !PercentEncodeSet.component.contains($0) || $0 == UInt8(ascii: "%") }, encoded)
        try promise(encoded.percentDecoded() == plain, "not the same when decoded: \(encoded)")
        try promise(plain.percentDecodedBytes().count <= plain.utf8.count, "decoding makes longer")
    }

    /// Basic credentials, from `Authorization` and from a URL.
    static let credentials = FuzzTarget(name: "credentials") { bytes in
        let text = text(bytes)
        for credentials in [BasicCredentials(authorization: text), (try? parser.parse(text)).flatMap(BasicCredentials.init)] {
            guard let credentials else { continue }
            try promise(!credentials.user.utf8.contains(UInt8(ascii: ":")), "a colon in the user name")
            try promise(BasicCredentials(authorization: credentials.authorization) == credentials, "not the same when sent")
        }
    }
}
