import CatalogStore

/// The page for people who open the service's address in a browser.
enum StartPage {
    static func make(_ catalog: any Catalog) throws -> HTMLPage {
        let style = JokeStyle()
        let joke: HTML =
            try catalog.randomJoke(in: .all).map { joke in
                // The style has escaped the text.
                "<blockquote>\(HTML(stringLiteral: style.fill(joke.text)))</blockquote>"
            } ?? "<p>There are no jokes yet.</p>"
        return HTMLPage(
            title: "Jokes, votes and courses",
            content: HTML([
                "<p>This is a Retriever service. It tells jokes about one hero, counts votes and lists courses.</p>",
                joke,
                "<p><a href=\"/\">Another joke</a> · <a href=\"/hero\">Who is this about?</a></p>",
                "<h2>Courses</h2>",
                PageParts.links(to: catalog.courses.filter { !$0.isPrivate }),
                "<h2>For programs</h2>",
                api(jokeCount: catalog.jokeCount(in: .all), categories: catalog.categories),
            ]))
    }

    private static func api(jokeCount: Int, categories: [String]) -> HTML {
        """
        <p>\("\(jokeCount)") jokes, in the categories \(categories.joined(separator: ", ")).</p>
        <table>
        <tbody>
        <tr><td><a href="/jokes/random"><code>/jokes/random</code></a></td><td>a random joke</td></tr>
        <tr><td><a href="/jokes/random/3"><code>/jokes/random/3</code></a></td><td>three different ones</td></tr>
        <tr><td><a href="/jokes/1"><code>/jokes/1</code></a></td><td>the joke with that number</td></tr>
        <tr><td><a href="/jokes"><code>/jokes</code></a></td><td>all jokes</td></tr>
        <tr><td><a href="/jokes/count"><code>/jokes/count</code></a></td><td>how many there are</td></tr>
        <tr><td><a href="/categories"><code>/categories</code></a></td><td>the categories</td></tr>
        <tr><td><code>POST /rater/vote</code></td><td>votes: <code>joke_id</code>, <code>vote</code> (1, -1 or 0)</td></tr>
        <tr><td><a href="/jokes/1/rating"><code>/jokes/1/rating</code></a></td><td>the votes for a joke</td></tr>
        <tr><td><a href="/rater/top"><code>/rater/top</code></a></td><td>the best jokes</td></tr>
        <tr><td><a href="/courses.json"><code>/courses.json</code></a></td><td>the courses</td></tr>
        </tbody>
        </table>
        <p class="soft">Jokes take <code>firstName</code>, <code>lastName</code>, <code>limitTo</code>, <code>exclude</code>,
        <code>escape</code> and <code>callback</code>.</p>
        """
    }
}
