import CatalogAPI
import CatalogStore
import HTTPSemantics

/// The page about one course.
enum CoursePage {
    static func make(_ course: StoredCourse, among courses: [StoredCourse]) -> HTMLPage {
        let related = course.related.compactMap { slug in courses.first { $0.slug == slug } }
        return HTMLPage(
            title: course.title,
            content: HTML([
                "<p class=\"soft\">\(course.summary)</p>",
                HTML(course.paragraphs.map { "<p>\($0)</p>" }),
                "<h2>Dates</h2>",
                dates(course.upcoming ?? []),
                related.isEmpty ? "" : "<h2>Read on</h2>\n\(PageParts.links(to: related))",
            ]))
    }

    private static func dates(_ dates: [CourseDate]) -> HTML {
        if dates.isEmpty { return "<p>There is no date yet.</p>" }
        let rows = HTML(
            dates.map { date in
                let days: HTML =
                    date.startDate == date.endDate
                    ? PageParts.day(date.startDate) : "\(PageParts.day(date.startDate)) to \(PageParts.day(date.endDate))"
                return "<tr><td>\(days)</td><td>\(date.instructors)</td><td>\(date.location)</td></tr>"
            })
        return """
            <table>
            <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">Where</th></tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }
}

/// What several pages are made of.
enum PageParts {
    static func links(to courses: [StoredCourse]) -> HTML {
        let items = HTML(courses.map { "<li><a href=\"/courses/\($0.slug.percentEncoded())\">\($0.title)</a></li>" })
        return "<ul>\n\(items)\n</ul>"
    }

    static func day(_ date: String) -> HTML { "<time datetime=\"\(date)\">\(date)</time>" }
}
