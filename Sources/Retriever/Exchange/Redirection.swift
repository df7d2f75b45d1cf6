public import HTTPSemantics

/// A redirect that was followed.
public struct RedirectHop: Hashable, Sendable {
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The URL that redirected, without user name and password.
    public let url: WebURL
    /// The fields of the response.
    public let headerFields: HTTPFields
    /// The version of HTTP that the response came by, such as "1.1"; `nil` when it did not come straight from the network.
    package let httpVersion: String?
}

/// A redirect about to be followed.
public struct Redirection: Sendable {
    /// The response that redirects.
    public let response: HTTPResponse
    /// The URL that it came from.
    public let url: WebURL
    /// The request that would be made: with method and fields as RFC 9110 §15.4 has them, without what is secret to another origin.
    public let proposed: HTTPRequest
    /// The redirects before.
    public let previous: [RedirectHop]
}

/// What is done about a redirect.
public enum RedirectionAction: Sendable {
    /// Make this request: the proposed one, or a changed one. Fields with secrets of the request before are not taken to another origin.
    case follow(HTTPRequest)
    /// Hand the redirect out as the response.
    case deliverRedirectionResponse
}
