import CatalogStore
import JSONCoding

/// The content that comes with the service, part of the binary.
enum BuiltInContent {
    private struct CourseFile: Decodable {
        var hero: StoredHero
        var courses: [StoredCourse]
    }

    /// Decodes it.
    ///
    /// - Throws: `DecodingError`, which would be a mistake in the files this was built from.
    static func load() throws -> NewContent {
        let decoder = JSON.Decoder()
        let jokes = try decoder.decode([ContentFile.Joke].self, from: PackageResources.jokes_json)
        let courses = try decoder.decode(CourseFile.self, from: PackageResources.courses_json)
        return NewContent(
            jokes: jokes.map { NewContent.Joke(text: $0.joke, categories: $0.categories ?? []) },
            courses: courses.courses, hero: courses.hero)
    }
}
