extension OptionTable {
    static let output = OptionTopic(
        name: "output", title: "What is printed",
        text: """
            To a terminal: status, fields, and the content in colours, with JSON and XML laid out, the headings of HTML set off,
            forms one parameter a line. Binary content is not shown there, and nothing that a terminal would obey. To a pipe or
            file: the content alone, byte for byte, as it comes. $NO_COLOR turns colours off.

            --print takes letters: H and B are head and content of the request, h and b of the response, m is where the time went.

            --select follows members and elements: .users[0].name, .users[].name for each, .["odd name"]. A text is printed as it
            is, everything else as JSON, one a line.

            --write-out prints variables after everything else: %{status}, %{time}, %{header:ETag}; curl's names hold, too. There
            are: \(OutputTemplate.variableNames.joined(separator: ", ")).
            """,
        options: [
            .value("print", letters: "p", called: "HBhbm", common: true, "print these parts") {
                settings, letters throws(UsageError) in settings.parts = try OutputParts(letters: letters)
            },
            .flag("headers", common: true, "print only status and fields, and do not wait for the content") {
                $0.parts = $1 ? [.responseHead] : nil
            },
            .flag("include", letters: "i", "curl's: print status, fields and content") { $0.parts = $1 ? .response : nil },
            .flag("verbose", letters: "v", common: true, "print request and response; twice also where the time went") {
                guard $1 else { return $0.parts = nil }
                let all: OutputParts = [.request, .response]
                $0.parts = $0.parts?.isSuperset(of: all) == true ? all.union(.metrics) : all
            },
            .flag("metrics", "print also where the time went, to standard error") { $0.wantsMetrics = $1 },
            .flag("quiet", letters: "q", common: true, "print nothing but errors") { $0.isQuiet = $1 },
            .value("pretty", called: "all|colors|format|none", common: true, "colour and lay out content, or not") {
                settings, text throws(UsageError) in
                guard let pretty = Pretty(rawValue: text) else { throw UsageError("it is all, colors, format or none") }
                settings.pretty = pretty
            },
            .flag("stream", letters: "SN", "print content as it comes, not laid out, on a terminal too") { $0.streams = $1 },
            .value("output", letters: "o", called: "FILE", common: true, curl: "--output", "write the content to a file") {
                $0.outputFile = $1
            },
            .value("select", called: "PATH", common: true, "print only what is at a path of the JSON") {
                settings, path throws(UsageError) in settings.selection = try Selection(path)
            },
            .value("write-out", letters: "w", called: "TEMPLATE", "print variables at the end") {
                settings, template throws(UsageError) in settings.template = try OutputTemplate(template)
            },
            .flag("json-output", "print one JSON object with everything: status, fields, redirects, content, timing") {
                $0.wantsReport = $1
            },
        ],
        examples: [
            .init("retrieve --select .value.joke :8080/jokes/random", "one member of the answer"),
            .init("retrieve --headers :8080/jokes", "status and fields only"),
            .init("retrieve --print Hh :8080/jokes", "both heads"),
            .init("retrieve --output joke.json :8080/jokes/random", "into a file"),
            .init("retrieve --quiet --write-out '%{status} %{time}\\n' :8080/jokes", "a line for a script"),
            .init("retrieve --json-output :8080/jokes", "everything, for a program"),
        ])

    static let status = OptionTopic(
        name: "status", title: "Exit status",
        text: """
            0 for a 2xx answer, 3, 4 and 5 for those classes (with --follow that of the last answer), 1 when there was no complete
            answer, 2 when the command line means nothing, 6 when a time limit passed, 7 when TLS failed, 130 when it was
            interrupted from the keyboard.
            """,
        options: [
            .flag("check-status", common: true, "on unless told otherwise: the class of the status is the exit status") {
                $0.checksStatus = $1
            }
        ],
        examples: [.init("retrieve --check-status=false :8080/missing", "0 also for 404")])

    static let redirects = OptionTopic(
        name: "redirects", title: "Redirects",
        text: "Redirects are printed like any answer, unless they are to be followed. Credentials stay at their origin.",
        options: [
            .flag("follow", also: ["location"], letters: "FL", common: true, curl: "--location", "follow redirects") {
                $0.followsRedirects = $1
            },
            .value(
                "max-redirects", also: ["max-redirs"], called: "N", curl: .words { ["--location", "--max-redirs", $0] },
                "follow at most so many; 20 unless told otherwise"
            ) {
                settings, text throws(UsageError) in
                settings.maximumRedirects = try Quantity.count(text)
                settings.followsRedirects = true
            },
            .flag("all", "print what redirects, too") { $0.showsHops = $1 },
        ],
        examples: [.init("retrieve --follow --all --headers :8080/old", "each step")])
}
