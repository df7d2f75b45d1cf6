import Measuring
import Retriever

extension RetrieverBench {
    /// `addresses`: parses URLs as pages have them, again and again, on one core.
    static func addresses(_ arguments: Arguments) throws {
        let count = try arguments.number("requests", default: 3_000_000)
        let clock = ContinuousClock()
        let start = clock.now
        var bytes = 0
        for number in 0..<count { bytes += try WebURL(typicalAddresses[number % typicalAddresses.count]).href.utf8.count }
        let seconds = Double((clock.now - start).nanoseconds) / 1e9
        print(#"{"seconds":\#(seconds),"addresses":\#(count),"perSecond":\#(Int(Double(count) / seconds)),"bytes":\#(bytes)}"#)
    }

    private static let typicalAddresses = [
        "https://example.com", "https://www.example.com/", "http://localhost:8080/jokes/random", "http://127.0.0.1:8080/",
        "https://api.example.org/v1/users/42?include=posts&page=2", "https://en.example.org/wiki/Resource_Locator#Syntax",
        "https://news.example.co.uk/2024/05/17/a-headline-that-goes-on-and-on.html?utm_source=feed&utm_medium=rss",
        "https://cdn.example.net/npm/thing@5.3.0/dist/css/thing.min.css", "HTTPS://Example.COM:443/Über uns/",
        "https://example.com/a/../b/./c%20d?q=Play", "https://user:secret@example.com:8443/feed", "http://[2001:db8::1]/",
    ]
}
