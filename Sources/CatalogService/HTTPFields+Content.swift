import HTTPSemantics

/// The header fields of each kind of answer, made once.
extension HTTPFields {
    static let json: HTTPFields = [.contentType: "application/json; charset=utf-8", .contentTypeOptions: "nosniff"]
    /// For what is different each time, so that no cache keeps it.
    static let freshJSON: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .contentTypeOptions: "nosniff", .cacheControl: "no-store",
    ]
    static let problem: HTTPFields = [.contentType: "application/problem+json; charset=utf-8", .contentTypeOptions: "nosniff"]
    static let javaScript: HTTPFields = [.contentType: "application/javascript; charset=utf-8", .contentTypeOptions: "nosniff"]
    /// The pages bring their style along and need nothing else, so nothing else is allowed.
    static let html: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .contentTypeOptions: "nosniff",
        .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
    ]
}

extension HTTPField.Name {
    /// `X-Content-Type-Options`, Fetch standard.
    static let contentTypeOptions = Self(unchecked: "X-Content-Type-Options")
    /// `Content-Security-Policy`, CSP level 3.
    static let contentSecurityPolicy = Self(unchecked: "Content-Security-Policy")
}
