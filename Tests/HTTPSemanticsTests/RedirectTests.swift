import HTTPSemantics
import Retriever
import Testing

@Suite("Redirects, RFC 9110 §15.4")
struct RedirectTests {
    private func step(
        _ status: Int, _ location: String?, method: HTTPRequest.Method = .get, from: String = "http://h/a/b?q#f",
        fields: HTTPFields = [:]
    ) throws -> Redirects.Step? {
        var redirects = Redirects(policy: .follow(), parser: URLParser { _ in nil })
        var response = HTTPResponse(status: .init(code: status))
        response.headerFields[.location] = location
        return try redirects.next(
            after: response, to: HTTPRequest(method: method, url: WebURL(from), headerFields: fields))
    }

    @Test("Only five statuses redirect", arguments: [200, 201, 300, 304, 305, 306, 309, 400])
    func otherStatusesAreFinal(status: Int) throws { #expect(try step(status, "/x") == nil) }

    @Test("Without Location the response is final") func noLocation() throws { #expect(try step(302, nil) == nil) }

    @Test(
        "Methods",
        arguments: [
            (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false), (307, "POST", "POST", true),
            (308, "POST", "POST", true), (301, "PUT", "PUT", true), (302, "DELETE", "DELETE", true), (303, "PUT", "GET", false),
            (303, "HEAD", "HEAD", true), (301, "HEAD", "HEAD", true), (303, "GET", "GET", true),
        ])
    func methodAndContent(status: Int, method: String, next: String, keepsContent: Bool) throws {
        let method = try #require(HTTPRequest.Method(method))
        let step = try #require(try step(status, "/x", method: method, fields: [.contentType: "a/b", .accept: "c/d"]))
        #expect(step.request.method.rawValue == next)
        #expect(step.keepsContent == keepsContent)
        #expect(step.request.headerFields.contains(.contentType) == keepsContent)
        #expect(step.request.headerFields[.accept] == "c/d")
    }

    @Test(
        "Location is resolved, the fragment inherited",
        arguments: [
            ("c", "http://h/a/c#f"), ("/c#g", "http://h/c#g"), ("?x", "http://h/a/b?x#f"), ("//o/c", "http://o/c#f"),
            ("http://h/ü", "http://h/%C3%BC#f"),
        ])
    func locationIsResolved(location: String, expected: String) throws {
        #expect(try step(302, location)?.request.url.href == expected)
    }

    @Test(
        "Secrets stay at their origin",
        arguments: [
            ("http://h/x", true), ("http://h:80/x", true), ("http://h:81/x", false), ("https://h/x", false),
            ("http://o/x", false),
        ])
    func secretsStayAtTheirOrigin(location: String, kept: Bool) throws {
        let secrets: HTTPFields = [.authorization: "Basic x", .cookie: "a=b", .proxyAuthorization: "y", .host: "h", .accept: "z"]
        let fields = try #require(try step(307, location, fields: secrets)).request.headerFields
        #expect(fields.contains(.authorization) == kept)
        #expect(fields.contains(.cookie) == kept)
        #expect(fields.contains(.proxyAuthorization) == kept)
        #expect(!fields.contains(.host))
        #expect(fields.contains(.accept))
    }

    @Test(
        "Ways not to go",
        arguments: [
            ("http://h/", RedirectError.Code.insecure), ("ftp://h/", .malformedLocation), ("http://", .malformedLocation),
            ("javascript:x", .malformedLocation),
        ])
    func refusedTargets(location: String, code: RedirectError.Code) {
        let error = #expect(throws: RedirectError.self) { try step(302, location, from: "https://h/?secret") }
        #expect(error?.code == code)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("The limit counts redirects, and the error shows the way") func limit() throws {
        var redirects = Redirects(policy: .follow(maximum: 2), parser: URLParser { _ in nil })
        var request = HTTPRequest(url: try WebURL("http://h/0"))
        for hop in 1...2 {
            let response = HTTPResponse(status: 302, headerFields: [.location: "/\(hop)"])
            request = try #require(try redirects.next(after: response, to: request)).request
        }
        let error = #expect(throws: RedirectError.self) {
            try redirects.next(after: HTTPResponse(status: 302, headerFields: [.location: "/3"]), to: request)
        }
        #expect(error?.code == .tooMany)
        #expect(error?.chain == ["http://h/0", "http://h/1", "http://h/2"])
    }

    @Test("A loop ends at the limit, and the error shows it") func loop() throws {
        var redirects = Redirects(policy: .follow(maximum: 4), parser: URLParser { _ in nil })
        var request = HTTPRequest(url: try WebURL("http://h/a"))
        let error = #expect(throws: RedirectError.self) {
            while true {
                let location = request.url.path == "/a" ? "/b" : "/a"
                let response = HTTPResponse(status: 307, headerFields: [.location: location])
                request = try #require(try redirects.next(after: response, to: request)).request
            }
        }
        #expect(error?.code == .tooMany)
        #expect(error?.description == "too many redirects: http://h/a → http://h/b → http://h/a → http://h/b → http://h/a")
    }

    // MARK: - What a program wants instead

    private func changed(
        from: String = "https://h/", status: Int = 307, method: HTTPRequest.Method = .post, allowsInsecure: Bool = false,
        _ change: (inout HTTPRequest) throws -> Void
    ) throws -> Redirects.Step {
        let secret = try #require(HTTPField.Name("X-Secret"))
        var redirects = Redirects(
            policy: .follow(), allowsInsecure: allowsInsecure, sensitiveFields: [secret], parser: URLParser { _ in nil })
        let asked = HTTPRequest(
            method: method, url: try WebURL(from),
            headerFields: [.authorization: "a", secret: "b", .accept: "c", .contentType: "d"])
        let response = HTTPResponse(status: .init(code: status), headerFields: [.location: "/x"])
        let step = try #require(try redirects.next(after: response, to: asked))
        var wanted = step.request
        try change(&wanted)
        return try redirects.changed(step, to: wanted, after: asked)
    }

    @Test(
        "A changed request takes no secrets to another origin",
        arguments: [("https://h/y", true), ("https://o/", false), ("https://h:8443/", false)])
    func changedOrigin(url: String, kept: Bool) throws {
        let step = try changed { $0.url = try WebURL(url) }
        #expect(step.request.url.href == url)
        #expect(step.request.headerFields.map(\.value) == (kept ? ["a", "b", "c", "d"] : ["c", "d"]))
    }

    @Test("A changed request may have secrets of its own") func ownSecrets() throws {
        let step = try changed {
            $0.url = try WebURL("https://o/")
            $0.headerFields[.authorization] = "other"
        }
        #expect(step.request.headerFields[.authorization] == "other")
    }

    @Test("A changed request goes no way that a redirect must not go") func changedWay() throws {
        for (url, code) in [("http://h/", RedirectError.Code.insecure), ("file:///etc/hosts", .malformedLocation)] {
            let error = #expect(throws: RedirectError.self) { try changed { $0.url = try WebURL(url) } }
            #expect(error?.code == code)
        }
        #expect(try changed(allowsInsecure: true) { $0.url = try WebURL("http://h/") }.request.url.scheme == "http")
    }

    @Test(
        "A changed request has content only where its method has any",
        arguments: [
            (307, "POST", true), (307, "PUT", true), (307, "GET", false), (307, "HEAD", false), (303, "GET", false),
            (303, "POST", false),
        ])
    func changedMethod(status: Int, method: String, keepsContent: Bool) throws {
        let method = try #require(HTTPRequest.Method(method))
        let step = try changed(status: status) {
            $0.method = method
            $0.headerFields[.contentLength] = "7"
        }
        #expect(step.request.method == method && step.keepsContent == keepsContent)
        #expect(step.request.headerFields.contains(.contentType) == keepsContent)
        #expect(!step.request.headerFields.contains(.contentLength))
    }
}
