internal import Retriever

extension OptionTable {
    static let downloads = OptionTopic(
        name: "downloads", title: "Downloads",
        text: """
            “retrieve get URL…” downloads files, several at once, as does --download with one URL. A file has the name that the
            server gives it, made safe, and gets it when it is complete; until then a file that ends in .retrieving is there, and
            with it what a later run needs to go on. On a terminal bars show how it goes, elsewhere a line for what happens. In a pipe the paths of
            the files are printed, one a line.

            When it is interrupted, also by Ctrl-C, what has come is kept; the same command goes on. A second Ctrl-C ends at once.
            Redirects are followed; fields for all of them are given by -H. Of several failures the highest exit status counts. Units
            of bytes are those of 1024.

            A list for --input-file has an address in each line, and may have mirrors of the file behind it, with tabs between, and
            at the end “ -> ” and the file's name. Lines that begin with # are comments.
            """,
        options: [
            .flag("download", letters: "O", common: true, "download to a file instead of printing") { $0.downloads = $1 },
            .value(
                "folder", also: ["dir"], letters: "D", called: "FOLDER", common: true,
                "download into this folder, which is made when missing"
            ) {
                $0.folder = $1
            },
            .flag("continue", common: true, "on unless told otherwise: go on where an earlier run has stopped") {
                $0.resumesDownloads = $1
            },
            .value("segments", also: ["split"], called: "N", common: true, "fetch up to N parts of a file at once") {
                settings, text throws(UsageError) in
                settings.segments = try atLeastOne(text)
            },
            .value("parallel", called: "N", "download up to N files at once; 4 unless told otherwise") {
                settings, text throws(UsageError) in
                settings.parallelDownloads = try atLeastOne(text)
            },
            .flag("mirrors", common: true, "all URLs have the same file: fetch parts of it from all of them") {
                $0.areMirrors = $1
            },
            .value("checksum", called: "sha256:HEX", common: true, "the SHA-256 that the file must have") {
                settings, text throws(UsageError) in
                let hex = text.lowercased().utf8.starts(with: "sha256:".utf8) ? text.dropFirst(7) : text[...]
                guard let digest = SHA256Digest(hex) else {
                    throw UsageError("it is sha256: and 64 hexadecimal digits", in: text, at: 0)
                }
                settings.checksum = digest
            },
            .value("limit-rate", called: "BYTES", common: true, "bytes a second for all downloads together: 500K, 2M") {
                settings, text throws(UsageError) in settings.rateLimit = try Quantity.bytes(text)
            },
            .value(
                "input-file", called: "FILE|-", common: true,
                "also download what a file lists, one a line"
            ) {
                $0.inputFile = $1
            },
            .flag("conditional", common: true, "download only what is newer than the file that is there, and keep its date") {
                $0.isConditional = $1
            },
            .value(
                "existing", called: "refuse|replace|number",
                "what to do when there is a file of the name; number unless told otherwise"
            ) {
                settings, text throws(UsageError) in
                let policies: [String: ExistingFilePolicy] = ["refuse": .refuse, "replace": .replace, "number": .number]
                guard let policy = policies[text] else { throw UsageError("it is refuse, replace or number") }
                settings.existingFile = policy
            },
            .flag("progress", "on unless told otherwise: show how downloads go") { $0.showsProgress = $1 },
            .flag("silent", letters: "s", "curl's: short for --no-progress") { $0.showsProgress = !$1 },
        ],
        examples: [
            .init("retrieve get :8080/jokes :8080/categories", "two files"),
            .init("retrieve get --segments 4 --folder Downloads :8080/large.iso", "in four parts"),
            .init("retrieve get --conditional --folder Downloads :8080/large.iso", "only when it is newer"),
        ])

    private static func atLeastOne(_ text: String) throws(UsageError) -> Int {
        let count = try Quantity.count(text)
        guard 1...64 ~= count else { throw UsageError("it is 1 to 64") }
        return count
    }
}
