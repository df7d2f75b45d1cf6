import HTTPSemantics
import RetrieveLine
import Retriever
import Testing

@Suite("Failures of downloads")
struct DownloadFailureTests {
    private static func refused(_ status: HTTPResponse.Status, retryAfter: Duration? = nil) -> HTTPClientError {
        var error = HTTPClientError(.status, "answered \(status.code)")
        (error.status, error.retryAfter) = (status, retryAfter)
        return error
    }

    @Test(
        "Exit status",
        arguments: [
            (refused(301), 3), (refused(404), 4), (refused(503), 5), (HTTPClientError(.timedOut, ""), 6),
            (HTTPClientError(.tls, ""), 7), (HTTPClientError(.cancelled, ""), 130), (HTTPClientError(.checksum, ""), 1),
            (HTTPClientError(.file, ""), 1), (HTTPClientError(.connectionLost, ""), 1), (HTTPClientError(.badURL, ""), 2),
        ] as [(HTTPClientError, Int32)])
    func exitStatus(error: HTTPClientError, status: Int32) { #expect(DownloadFailure.exitStatus(error) == status) }

    @Test(
        "What to do next",
        arguments: [
            (refused(404), "answered 404; check the address"),
            (refused(401), "answered 401; check what you may download, and give credentials if need be"),
            (refused(503, retryAfter: .seconds(90)), "answered 503; try again in 1:30"),
            (refused(500), "answered 500; try again later"),
            (HTTPClientError(.connectionLost, "lost"), "lost; the same command begins anew"),
            (HTTPClientError(.cancelled, "x"), "interrupted; the same command begins anew"),
            (HTTPClientError(.cannotResolve, "no host; check it"), "no host; check it"),
            (HTTPClientError(.cannotConnect, "no\u{1B}[2J"), "no\u{FFFD}[2J; check the address, and that the server runs"),
        ] as [(HTTPClientError, String)])
    func lineSaysWhatToDo(error: HTTPClientError, line: String) { #expect(DownloadFailure.line(error, left: nil) == line) }
}
