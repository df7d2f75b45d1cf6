extension OptionTable {
    static let inspecting = OptionTopic(
        name: "inspect", title: "Requests on paper",
        text: """
            --dry-run shows the request as it would go out, with cookies and credentials, and sends nothing. --curl prints a command
            line for curl that does the same. “retrieve from-curl 'curl …'” does what a command line for curl asks for; options
            before “from-curl” are retrieve's own, so that --dry-run shows what would be sent.
            """,
        options: [
            .flag("dry-run", common: true, "show the request and send nothing") { $0.isDryRun = $1 },
            .flag("curl", common: true, "print the command line for curl that does the same, and send nothing") {
                $0.printsCurl = $1
            },
        ],
        examples: [
            .init("retrieve --dry-run :8080/people name=Ada", "the request"),
            .init("retrieve --curl --form :8080/rater/vote joke_id=17 vote=1", "for a bug report"),
            .init("retrieve from-curl \"curl -d vote=1 http://localhost:8080/rater/vote\"", "a pasted command"),
        ])

    static let streams = OptionTopic(
        name: "streams", title: "Streams and pages",
        text: """
            “retrieve sse URL” prints the data of server-sent events as they come, and connects again when the stream breaks off;
            with --json-output each event is an object in a line. “retrieve lines URL” prints lines as they come. “retrieve pages
            URL” prints a page and those that follow it by Link fields with rel="next". --select works on each event, line or page.
            Ctrl-C ends them as well, with the session kept; a second one ends at once.
            """,
        options: [
            .value("max-pages", called: "N", "the most pages; 1000 unless told otherwise") { settings, text throws(UsageError) in
                settings.maximumPages = try Quantity.count(text)
            },
            .value("last-event-id", called: "ID", "the event to go on after") { $0.lastEventID = $1 },
        ],
        examples: [
            .init("retrieve sse :8080/events", "until Ctrl-C"),
            .init("retrieve lines --select .id :8080/log", "a member of each line"),
            .init("retrieve pages --select '.[].name' :8080/issues", "the names on all pages"),
        ])
}
