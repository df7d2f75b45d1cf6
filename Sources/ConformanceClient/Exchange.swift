import FoundationEssentials
import Retriever
import Synchronization

/// A request line, carried out with the library's default policies unless the line says otherwise.
struct Exchange {
    private let line: JSON.Value

    init(_ line: JSON.Value) { self.line = line }

    /// The value of a key; null is none.
    private func given(_ key: String) -> JSON.Value? { line[key].flatMap { $0.isNull ? nil : $0 } }

    func answer(_ clients: Clients) async -> JSON.Object {
        do {
            return try await perform(clients)
        } catch let error as HTTPClientError {
            return ["error": .string("\(error)"), "kind": .string(error.code.kind)]
        } catch let error as URLParsingError {
            return ["error": .string("\(error)"), "kind": "url"]
        } catch {
            return ["error": .string("\(error)"), "kind": "other"]
        }
    }

    /// Something in the line that the library cannot do, or that is malformed.
    private struct Refusal: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private func perform(_ clients: Clients) async throws -> JSON.Object {
        let client = try clients.client(
            Clients.Settings(
                proxy: line["proxy"]?.string, authoritiesFile: line["ca_file"]?.string,
                certificateFile: line["client_cert"]?.string, keyFile: line["client_key"]?.string,
                remembersResponses: line["cache"]?.bool ?? false))
        let interim = Mutex<[JSON.Value]>([])
        let (metrics, metricsContinuation) = AsyncStream.makeStream(of: RequestMetrics.self)
        var options = try options()
        options.onInformationalResponse = { response in
            let fields = response.headerFields.reduce(into: JSON.Object()) { $0[$1.name.canonicalName] = .string($1.value) }
            interim.withLock { $0.append([.integer(response.status.code), .object(fields)]) }
        }
        options.onMetrics = { metrics in
            metricsContinuation.yield(metrics)
            metricsContinuation.finish()
        }
        let response = try await client.perform(try request(), content: try content(), options: options).collected()
        let fields = response.headerFields.map { JSON.Value.array([.string($0.name.rawName), .string($0.value)]) }
        var answer: JSON.Object = [
            "status": .integer(response.status.code), "headers": .array(fields), "url": .string(response.url.href),
            "body_base64": .string(response.data.base64EncodedString()), "interim": .array(interim.withLock { $0 }),
            "from_cache": response.cacheStatus.map { .bool($0.isStoredResponse) } ?? .null,
        ]
        for await metrics in metrics {
            answer["version"] = metrics.hops.last?.httpVersion.map { .string($0) } ?? .null
            answer["redirects"] = .integer(response.history.count)
        }
        return answer
    }

    private func request() throws -> HTTPRequest {
        guard let method = HTTPRequest.Method(line["method"]?.string ?? "GET") else { throw Refusal("the method is no token") }
        var request = HTTPRequest(method: method, url: try WebURL(line["url"]?.string ?? ""))
        for pair in line["headers"]?.array ?? [] {
            guard let pair = pair.array, pair.count == 2, let name = pair[0].string.flatMap(HTTPField.Name.init),
                let value = pair[1].string, let field = HTTPField(name: name, value: value)
            else { throw Refusal("a header field is not valid") }
            request.headerFields.append(field)
        }
        return request
    }

    private func content() throws -> RequestContent? {
        if let text = line["body"]?.string { return RequestContent(text.utf8) }
        guard let encoded = line["body_base64"]?.string else { return nil }
        guard let data = Data(base64Encoded: encoded) else { throw Refusal("body_base64 is not base64") }
        return RequestContent(data)
    }

    private func options() throws -> RequestOptions {
        var options = RequestOptions()
        let seconds = line["timeout_s"]?.double ?? 10
        guard (0...1e6).contains(seconds) else { throw Refusal("timeout_s is no number of seconds") }
        options.totalTimeout = .seconds(seconds)
        switch line["redirect"]?.string ?? "follow" {
        case "follow": options.redirects = .follow(maximum: line["max_redirects"]?.integer ?? 20)
        case "manual": options.redirects = .deliverRedirectionResponse
        case let mode: throw Refusal("no such redirect mode: \(mode)")
        }
        options.usesCookies = line["cookies"]?.bool ?? false
        options.credentials = try given("auth").map(credential)
        switch given("fetch_cache")?.string {
        case nil: break
        case "no-cache": options.cachePolicy = .revalidate
        case let mode?: throw Refusal("no such use of the cache: \(mode)")
        }
        return options
    }

    private func credential(_ auth: JSON.Value) throws -> Credential {
        let (user, password) = (auth["user"]?.string ?? "", auth["password"]?.string ?? "")
        switch auth["type"]?.string {
        case "basic": return .password(user: user, password: password)
        case "digest": return .digest(user: user, password: password)
        case "bearer": return .bearer(auth["token"]?.string ?? "")
        case let type: throw Refusal("no such authentication: \(type ?? "none")")
        }
    }
}

extension HTTPClientError.Code {
    /// What the suites call a failure of this kind.
    fileprivate var kind: String {
        switch self {
        case .badURL: "url"
        case .cannotResolve: "dns"
        case .cannotConnect, .proxy: "connect"
        case .timedOut: "timeout"
        case .tls: "tls"
        case .redirect: "redirects"
        case .badResponse, .connectionLost, .limitExceeded, .httpVersion: "protocol"
        default: "other"
        }
    }
}
