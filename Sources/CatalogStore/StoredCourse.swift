package import CatalogAPI

/// A course as it is kept, with what its page says.
package struct StoredCourse: Sendable, Hashable, Codable {
    /// The last part of the page's address: lower-case letters, digits and hyphens.
    package var slug: String
    /// The title.
    package var title: String
    /// Whether only users may see it.
    package var isPrivate: Bool
    /// One sentence.
    package var summary: String
    /// The page's text.
    package var paragraphs: [String]
    /// The slugs of courses to read on with.
    package var related: [String]
    /// The dates; `nil` when nobody has thought about dates yet.
    package var upcoming: [CourseDate]?

    private enum CodingKeys: String, CodingKey {
        case slug, title, summary, paragraphs, related, upcoming
        case isPrivate = "private"
    }

    /// Everything but slug and title may be absent.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        slug = try values.decode(String.self, forKey: .slug)
        title = try values.decode(String.self, forKey: .title)
        isPrivate = try values.decodeIfPresent(Bool.self, forKey: .isPrivate) ?? false
        summary = try values.decodeIfPresent(String.self, forKey: .summary) ?? ""
        paragraphs = try values.decodeIfPresent([String].self, forKey: .paragraphs) ?? []
        related = try values.decodeIfPresent([String].self, forKey: .related) ?? []
        upcoming = try values.decodeIfPresent([CourseDate].self, forKey: .upcoming)
    }
}

/// The page about the hero, with the placeholders of jokes.
package struct StoredHero: Sendable, Hashable, Codable {
    /// The title.
    package var title: String
    /// The text.
    package var paragraphs: [String]
}

/// Content to add.
package struct NewContent: Sendable {
    /// A joke without an identifier yet.
    package struct Joke: Sendable {
        /// The text with its placeholders, plain.
        package var text: String
        /// The categories.
        package var categories: [String]

        /// A joke.
        package init(text: String, categories: [String] = []) {
            self.text = text
            self.categories = categories
        }
    }

    /// The jokes; they get identifiers in this order.
    package var jokes: [Joke]
    /// The courses; one with a known slug replaces it.
    package var courses: [StoredCourse]
    /// The page about the hero, or `nil` to leave it as it is.
    package var hero: StoredHero?

    /// Content.
    package init(jokes: [Joke] = [], courses: [StoredCourse] = [], hero: StoredHero? = nil) {
        self.jokes = jokes
        self.courses = courses
        self.hero = hero
    }
}
