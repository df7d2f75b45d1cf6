public import Retriever

/// A client of the catalogue service.
public struct CatalogClient: Sendable {
    /// Where the service is, such as `http://127.0.0.1:8080/`.
    public let service: WebURL
    private let client: HTTPClient
    private let options: RequestOptions

    /// A client of the service at an address. Who votes is said with each call: the client's cookies have no part in it, which would
    /// take one service on a host for another.
    public init(service: WebURL, client: HTTPClient = .shared) {
        self.service = service
        self.client = client
        var options = client.configuration.options
        options.usesCookies = false
        self.options = options
    }

    /// A joke at random.
    ///
    /// - Throws: ``CatalogError``, as all calls do.
    public func randomJoke() async throws -> Joke { try await icndb("jokes/random") }

    /// The joke with an identifier.
    public func joke(id: Int) async throws -> Joke { try await icndb("jokes/\(id)") }

    /// A joke's rating, with the vote of `voter`.
    public func rating(of id: Int, voter: String? = nil) async throws -> Rating {
        try await decoded {
            try await client.get(url("jokes/\(id)/rating"), headerFields: Self.fields(voter), options: options)
        }
    }

    /// Sets a vote. Without `voter` the answer brings a token to keep.
    public func vote(_ vote: Vote, on id: Int, voter: String? = nil) async throws -> Rating {
        let form: FormParameters = ["joke_id": "\(id)", "vote": "\(vote.rawValue)"]
        return try await decoded {
            try await client.post(url("rater/vote"), form: form, headerFields: Self.fields(voter), options: options)
        }
    }

    /// The courses open to everybody.
    public func courses() async throws -> [Course] {
        let list: CourseList = try await decoded { try await client.get(url("courses.json"), options: options) }
        return list.courses
    }

    /// The private courses.
    ///
    /// - Throws: ``CatalogError`` with ``CatalogError/status`` 401 when the credentials are missing or wrong.
    public func privateCourses(_ credentials: BasicCredentials?) async throws -> [Course] {
        var options = options
        options.credentials = credentials.map(Credential.init)
        let list: CourseList = try await decoded {
            try await client.get(url("private/courses.json"), options: options)
        }
        return list.courses
    }

    /// The page about the jokes' hero.
    public var heroPage: WebURL { get throws { try url("hero") } }

    private func url(_ path: String) throws -> WebURL {
        do { return try WebURL(path, base: service) } catch { throw CatalogError(message: error.description) }
    }

    private static func fields(_ voter: String?) -> HTTPFields {
        voter.flatMap { HTTPField(name: .cookie, value: "voter=\($0)") }.map { HTTPFields([$0]) } ?? [:]
    }

    private func icndb<Value: Decodable & Sendable>(_ path: String) async throws -> Value {
        let response = try await collected { try await client.get(url(path), options: options) }
        let answer: ICNDBAnswer<ValueOrMessage<Value>> = try Self.decode(response)
        switch answer.value {
        case .value(let value) where answer.type == "success": return value
        case .message(let message): throw CatalogError(message: message, status: 404)
        case .value: throw CatalogError(message: "the service answered \(answer.type)")
        }
    }

    private func decoded<Value: Decodable>(_ response: () async throws -> HTTPClientResponse) async throws -> Value {
        try Self.decode(try await collected(response))
    }

    private func collected(_ response: () async throws -> HTTPClientResponse) async throws -> CollectedResponse {
        do {
            return try await response().collected(upTo: 16 << 20)
        } catch let error as HTTPClientError {
            throw CatalogError(error)
        }
    }

    private static func decode<Value: Decodable>(_ response: CollectedResponse) throws -> Value {
        do {
            return try response.decoded()
        } catch let error as HTTPClientError {
            // The service says what was wrong in the words of RFC 9457; other servers have a status only.
            guard error.code == .status, let problem = try? JSON.Decoder().decode(Problem.self, from: response.content) else {
                throw CatalogError(error)
            }
            throw CatalogError(message: problem.detail, status: response.status.code, field: problem.field)
        }
    }
}

/// What an ICNDB envelope holds: what was asked for, or a sentence when there is an exception.
private enum ValueOrMessage<Value: Decodable & Sendable>: Decodable, Sendable {
    case value(Value)
    case message(String)

    init(from decoder: any Decoder) throws {
        if let message = try? decoder.singleValueContainer().decode(String.self) {
            self = .message(message)
        } else {
            self = .value(try Value(from: decoder))
        }
    }
}
