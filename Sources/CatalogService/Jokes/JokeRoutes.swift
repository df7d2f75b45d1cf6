import CatalogAPI
import CatalogStore
import HTTPSemantics
import HTTPServer

/// The joke API at the paths, and in the shapes, of ICNDB.
struct JokeRoutes: Sendable {
    let catalog: any Catalog

    var routes: [Route] {
        [
            Route(
                .get, "/jokes/random",
                .immediate { request in
                    immediate(request, isRandom: true) { query throws(Fault) in
                        let style = try JokeStyle(query)
                        let joke = try Fault.translating { try catalog.randomJoke(in: JokeSelection(query)) }
                        return joke.map { ICNDBText.joke(style.fill($0)) }
                            ?? ICNDBText.noSuchQuote("No quote in these categories.")
                    }
                }),
            Route(
                .get, "/jokes/random/{count}",
                .deferred { request in
                    await deferred(request, isRandom: true) { query throws(Fault) in
                        let style = try JokeStyle(query)
                        guard let count = request.pathParameters["count"].flatMap({ Int($0) }), count >= 0 else {
                            throw Fault(400, "How many jokes is a number from 0.", field: "count")
                        }
                        let jokes = try await Fault.translating { try await catalog.randomJokes(count, in: JokeSelection(query)) }
                        return ICNDBText.jokes(jokes.lazy.map(style.fill))
                    }
                }),
            Route(
                .get, "/jokes",
                .deferred { request in
                    await deferred(request) { query throws(Fault) in
                        let style = try JokeStyle(query)
                        let jokes = try await Fault.translating { try await catalog.jokes(in: JokeSelection(query)) }
                        return ICNDBText.jokes(jokes.lazy.map(style.fill))
                    }
                }),
            Route(
                .get, "/jokes/count",
                .immediate { request in
                    immediate(request) { query in ICNDBText.count(catalog.jokeCount(in: JokeSelection(query))) }
                }),
            Route(
                .get, "/categories",
                .immediate { request in
                    immediate(request) { _ in ICNDBText.names(catalog.categories) }
                }),
            Route(
                .get, "/jokes/{id}",
                .immediate { request in
                    immediate(request) { query throws(Fault) in
                        let style = try JokeStyle(query)
                        let name = request.pathParameters["id"] ?? ""
                        let joke = try Fault.translating { try Int(name).flatMap { try catalog.joke(id: $0) } }
                        return joke.map { ICNDBText.joke(style.fill($0)) }
                            ?? ICNDBText.noSuchQuote("No quote with id=\(style.escaping.escape(name)).")
                    }
                }),
        ]
    }

    private func immediate(
        _ request: ServerRequest, isRandom: Bool = false, _ answer: (FormParameters) throws(Fault) -> [UInt8]
    ) -> ServerResponse {
        do throws(Fault) {
            let query = request.query
            let callback = try JSONPCallback.requested(in: query)
            return response(try answer(query), callback, isRandom: isRandom)
        } catch {
            return error.response
        }
    }

    private func deferred(
        _ request: ServerRequest, isRandom: Bool = false, _ answer: (FormParameters) async throws(Fault) -> [UInt8]
    ) async -> ServerResponse {
        do throws(Fault) {
            let query = request.query
            let callback = try JSONPCallback.requested(in: query)
            return response(try await answer(query), callback, isRandom: isRandom)
        } catch {
            return error.response
        }
    }

    private func response(_ json: [UInt8], _ callback: JSONPCallback?, isRandom: Bool) -> ServerResponse {
        guard let callback else { return ServerResponse(headerFields: isRandom ? .freshJSON : .json, content: json) }
        var response = ServerResponse(headerFields: .javaScript, content: callback.call(with: json))
        if isRandom { response.headerFields[.cacheControl] = "no-store" }
        return response
    }
}
