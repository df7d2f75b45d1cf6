import Foundation
import RetrieveLine
import TestSupport
import Testing

@Suite("Lists of downloads")
struct DownloadListTests {
    private func jobs(_ text: String) throws -> [DownloadJob] { try DownloadList.jobs(Array(text.utf8), in: "list") }

    @Test(
        "Lines",
        arguments: [
            ("http://a/x", ["http://a/x"], nil), ("  a/x  \r", ["http://a/x"], nil),
            (":8080/x", ["http://localhost:8080/x"], nil),
            ("http://a/x -> my file.iso ", ["http://a/x"], "my file.iso"), ("\u{FEFF}http://a/x", ["http://a/x"], nil),
            ("http://a/x\thttp://b/y -> n -> m", ["http://a/x", "http://b/y"], "n -> m"),
            ("http://a/x#frag -> sub/n", ["http://a/x#frag"], "sub/n"), ("http://a/x -> \u{301}n", ["http://a/x"], "\u{301}n"),
        ] as [(String, [String], String?)])
    func lineIsAJob(line: String, urls: [String], name: String?) throws {
        let job = try #require(try jobs(line).first)
        #expect(job.urls.map(\.href) == urls && job.name == name)
    }

    @Test func commentsAndEmptyLinesAreNothing() throws {
        #expect(try jobs("# all\n\n  # more\r\n\t\r\nhttp://a/x\nhttp://a/y").map { $0.urls[0].path } == ["/x", "/y"])
    }

    @Test(
        "What means nothing is named with its line",
        arguments: [
            ("http://a/x\n\nhttp://", "list, line 3: "), ("ftp://a/x", "list, line 1: “ftp:”"),
            ("http://a/ -> ", "list, line 1: "),
            (" -> n", "list, line 1: "), ("http://a/ -> ../n", "“../n”"), ("http://a/ -> /etc/n", "“/etc/n”"),
            ("http://a/ -> a/../../n", "no name"), ("http://a/ -> n/", "no name"), ("http://a b/", "list, line 1: "),
            ("http://a/\t-> n", "“-> n”"), ("", "list has no address"), ("# only\n", "list has no address"),
        ])
    func errorsNameTheLine(text: String, part: String) {
        #expect { try jobs(text) } throws: { "\($0)".contains(part) }
    }

    @Test func bytesThatAreNoTextAreNamed() {
        #expect { try DownloadList.jobs([0x61, 0x0A, 0xFF], in: "list") } throws: { "\($0)".hasPrefix("list, line 2: ") }
    }

    @Test func fileThatIsNotThereIsNamed() throws {
        let path = try TemporaryFolder().file("missing")
        #expect { try DownloadList.read(path) } throws: { "\($0)".contains(path) }
        let folder = try TemporaryFolder()
        #expect { try DownloadList.read(folder.path) } throws: { "\($0)".contains(folder.path) }
    }
}
