internal import HTTPSemantics

extension HTTPClientResponse {
    /// The name for the response's content in a folder, safe to use: what `Content-Disposition` says, or else the last name in the URL
    /// of the response or in the one that was asked for.
    ///
    /// - Parameter asked: The URL before redirects.
    package func suggestedFileName(asked: WebURL) -> String {
        let disposition = headerFields[values: .contentDisposition].first.flatMap { ContentDisposition($0) }
        return disposition?.safeFileName ?? url.suggestedFileName ?? asked.suggestedFileName ?? "download"
    }
}

extension WebURL {
    /// The last name in the path, safe to use.
    package var suggestedFileName: String? { path.split(separator: "/").last?.percentDecoded().safeFileName }
}
