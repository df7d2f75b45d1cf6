public import CatalogAPI
public import HTTPSemantics
internal import Retriever

/// The course screen: the open courses, and the private ones once the reader has said who they are.
@MainActor
public final class CoursesModel {
    /// One line of the list.
    public struct Row: Sendable, Equatable {
        /// The course's title.
        public var title: String
        /// When it is next given, in words.
        public var date: String
        /// The course's page; `nil` when the feed has no valid address for it.
        public var page: WebURL?
    }

    /// What the screen shows.
    public private(set) var state: Loadable<[Row]> = .loading { didSet { onChange?() } }
    /// Whether the private courses are shown.
    public private(set) var isPrivate = false
    /// Called after each change.
    public var onChange: (() -> Void)?

    private let catalog: CatalogClient
    /// Counts the requests, so that a slow answer does not replace a newer one.
    private var requestCount = 0
    /// Kept for the session, in memory only.
    private var credentials: BasicCredentials?

    /// A screen for the courses of a service.
    public init(catalog: CatalogClient) { self.catalog = catalog }

    /// How an attempt at the private courses went.
    public enum PrivateOutcome: Sendable, Equatable {
        /// They, or the open ones that were wanted, are shown.
        case shown
        /// User and password have to be asked for; `failed` says that those given before were wrong.
        case needsCredentials(failed: Bool)
        /// Something else went wrong; the screen says what.
        case failed
        /// The reader wanted something else meanwhile.
        case superseded
    }

    /// Credentials for the service's pages, once they were accepted; for its origin only.
    public func credentials(for origin: WebURL.Origin) -> BasicCredentials? {
        origin == catalog.service.origin ? credentials : nil
    }

    /// Fetches the courses that are shown; user and password may have to be asked for again.
    @discardableResult
    public func load() async -> PrivateOutcome {
        if isPrivate { return await showPrivate() }
        await showPublic()
        return .shown
    }

    /// Fetches the open courses.
    public func showPublic() async {
        requestCount += 1
        let request = requestCount
        isPrivate = false
        state = .loading
        let result: Loadable<[Row]>
        do { result = .loaded(rows(try await catalog.courses())) } catch { result = .failed("\(error)") }
        if request == requestCount { state = result }
    }

    /// Fetches the private courses with the credentials given, or those of earlier in the session. Until they are right the
    /// screen stays as it was.
    public func showPrivate(with given: BasicCredentials? = nil) async -> PrivateOutcome {
        guard let attempt = given ?? credentials else { return .needsCredentials(failed: false) }
        requestCount += 1
        let request = requestCount
        do {
            let courses = try await catalog.privateCourses(attempt)
            guard request == requestCount else { return .superseded }
            credentials = attempt
            isPrivate = true
            state = .loaded(rows(courses))
            return .shown
        } catch {
            guard request == requestCount else { return .superseded }
            guard (error as? CatalogError)?.needsCredentials == true else {
                state = .failed("\(error)")
                return .failed
            }
            credentials = nil
            return .needsCredentials(failed: true)
        }
    }

    private func rows(_ courses: [Course]) -> [Row] {
        courses.map { course in
            let page = try? WebURL(course.url, base: catalog.service)
            return Row(title: course.title, date: course.nextDate, page: page)
        }
    }
}

extension Course {
    /// The earliest of the upcoming dates with its place, in words.
    public var nextDate: String {
        guard let next = upcoming?.min(by: { $0.startDate < $1.startDate }) else { return "no date yet" }
        let days = next.startDate == next.endDate ? next.startDate : "\(next.startDate) – \(next.endDate)"
        return next.location.isEmpty ? days : "\(days), \(next.location)"
    }
}
