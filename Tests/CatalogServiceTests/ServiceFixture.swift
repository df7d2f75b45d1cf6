import CatalogStore
import Foundation
import HTTPServer
import TestSupport

@testable import CatalogService

/// A service in this process, on a free port, with the built-in content.
struct ServiceFixture {
    let folder: TemporaryFolder
    let service: Service

    init(_ change: (inout ServiceConfiguration) -> Void = { _ in }) async throws {
        folder = try TemporaryFolder()
        var configuration = ServiceConfiguration(database: folder.file("catalog.sqlite"))
        configuration.server.port = 0
        change(&configuration)
        service = try await Service.start(configuration)
    }

    var port: UInt16 { service.port }

    func get(_ target: String, _ fields: [String] = []) async throws -> RawResponse {
        try await rawRequest(port, "GET", target, fields)
    }

    func vote(_ form: String, _ fields: [String] = []) async throws -> RawResponse {
        try await rawForm(port, "/rater/vote", form, fields)
    }

    func stop() async { await service.stop() }
}

extension RawResponse {
    /// The content as a JSON object.
    var object: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(content))) as? [String: Any] ?? [:] }
    /// The envelope's value when it is an object.
    var value: [String: Any] { object["value"] as? [String: Any] ?? [:] }
    /// The envelope's value when it is a list of jokes.
    var jokes: [[String: Any]] { object["value"] as? [[String: Any]] ?? [] }
    /// The field a problem names.
    var problemField: String? { object["field"] as? String }
    /// The counts of a rating, as `up down vote`.
    var rating: String {
        ["up", "down", "vote"].map { (object[$0] as? Int).map(String.init) ?? "?" }.joined(separator: " ")
    }
}
