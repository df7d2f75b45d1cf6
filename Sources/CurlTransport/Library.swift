internal import CCurl

/// What the installed libcurl can do, asked at run time: it may be newer or built otherwise than the one compiled against.
package enum Library {
    struct Feature {
        let name: String
        fileprivate let bit: CInt

        static let http2 = Feature(name: "HTTP/2", bit: CURL_VERSION_HTTP2)
        static let unixSockets = Feature(name: "Unix sockets", bit: CURL_VERSION_UNIX_SOCKETS)
        static let httpsProxy = Feature(name: "HTTPS proxies", bit: CURL_VERSION_HTTPS_PROXY)
        static let alternativeServices = Feature(name: "alternative services", bit: CURL_VERSION_ALTSVC)
        static let ntlm = Feature(name: "NTLM", bit: CURL_VERSION_NTLM)
        static let negotiate = Feature(name: "Negotiate (GSS-API)", bit: CURL_VERSION_SPNEGO)
        static let http3 = Feature(name: "HTTP/3", bit: CURL_VERSION_HTTP3)
    }

    private static let features = unsafe ccurl_version_info().pointee.features

    /// Before 8.0 a second request on a connection with HTTP/2 by prior knowledge fails (curl issue 10634).
    static let reusesPriorKnowledge = unsafe ccurl_version_info().pointee.version_num >= 0x08_0000

    /// The content codings that libcurl decodes, as in `Accept-Encoding`.
    package static let codings = [
        (CURL_VERSION_LIBZ, "gzip"), (CURL_VERSION_LIBZ, "deflate"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
    ].compactMap { bit, name in features & bit != 0 ? name : nil }.joined(separator: ", ")

    /// - Throws: An error that names the feature when the installed libcurl lacks it.
    static func require(_ feature: Feature) throws(TransferError) {
        guard features & feature.bit == 0 else { return }
        let version = unsafe String(cString: ccurl_version_info().pointee.version)
        throw TransferError(
            code: .unsupported, phase: nil,
            message: "the installed libcurl (\(version)) has no \(feature.name); install one that has, or do without")
    }
}
