import CatalogStore
import HTTPSemantics
import HTTPServer

/// The pages for people.
struct PageRoutes: Sendable {
    let catalog: any Catalog
    let authenticator: Authenticator

    var routes: [Route] {
        [
            Route(
                .get, "/",
                .immediate { _ in
                    do throws(Fault) {
                        var response = try Fault.translating { try StartPage.make(catalog) }.response
                        response.headerFields[.cacheControl] = "no-store"  // another joke each time
                        return response
                    } catch {
                        return Self.page(error)
                    }
                }),
            Route(.get, "/hero", .immediate { _ in hero() }),
            Route(
                .get, "/courses/{slug}", reading: [.authorization],
                .deferred { request in
                    do throws(Fault) { return try await course(request) } catch { return Self.page(error) }
                }),
        ]
    }

    private func hero() -> ServerResponse {
        guard let hero = catalog.hero else { return Self.page(Fault(404, "Nobody has written about the hero yet.")) }
        // The title goes into the page as plain text and is escaped there, the paragraphs are escaped by the style.
        let style = JokeStyle()
        let title = hero.title
            .replacing("{first}", with: style.firstName).replacing("{last}", with: style.lastName)
        let paragraphs = hero.paragraphs.map { HTML(stringLiteral: "<p>\(style.fill($0))</p>") }
        return HTMLPage(title: title, content: HTML(paragraphs)).response
    }

    private func course(_ request: ServerRequest) async throws(Fault) -> ServerResponse {
        let courses = catalog.courses
        guard let course = courses.first(where: { $0.slug == request.pathParameters["slug"] }) else {
            throw Fault(404, "There is no course at this address.")
        }
        guard course.isPrivate else { return CoursePage.make(course, among: courses.filter { !$0.isPrivate }).response }
        try await authenticator.authenticate(request)
        var response = CoursePage.make(course, among: courses).response
        response.headerFields[.cacheControl] = "no-store"
        return response
    }

    /// A fault for people.
    private static func page(_ fault: Fault) -> ServerResponse {
        var response = HTMLPage(title: fault.status.title, content: "<p>\(fault.detail)</p>", status: fault.status).response
        for field in fault.headerFields { response.headerFields.append(field) }
        return response
    }
}
