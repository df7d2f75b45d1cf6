/// The course feed: `{"courses":[…]}`.
public struct CourseList: Codable, Hashable, Sendable {
    /// The courses.
    public var courses: [Course]

    /// A list.
    public init(courses: [Course]) { self.courses = courses }
}

/// One course of the feed.
public struct Course: Codable, Hashable, Sendable {
    /// The title.
    public var title: String
    /// The address of the page about the course.
    public var url: String
    /// The dates to come; empty, or `nil` when the feed has no such key.
    public var upcoming: [CourseDate]?

    /// A course.
    public init(title: String, url: String, upcoming: [CourseDate]? = nil) {
        self.title = title
        self.url = url
        self.upcoming = upcoming
    }
}

/// One date on which a course is given.
public struct CourseDate: Codable, Hashable, Sendable {
    /// The first day, as `yyyy-mm-dd`.
    public var startDate: String
    /// The last day, as `yyyy-mm-dd`.
    public var endDate: String
    /// Who teaches.
    public var instructors: String
    /// Where.
    public var location: String

    private enum CodingKeys: String, CodingKey {
        case startDate = "start_date"
        case endDate = "end_date"
        case instructors, location
    }

    /// A date.
    public init(startDate: String, endDate: String, instructors: String, location: String) {
        self.startDate = startDate
        self.endDate = endDate
        self.instructors = instructors
        self.location = location
    }
}
