internal import Retriever

extension OptionTable {
    static let cache = OptionTopic(
        name: "cache", title: "Cache",
        text: """
            With --cache answers are kept on disk, below $XDG_CACHE_HOME/retrieve, and used again as HTTP allows; Cache-Status says
            what was done. --offline asks nobody: what is kept is the answer, however old it is.
            """,
        options: [
            .flag("cache", common: true, "keep answers on disk and use them again") { $0.usesCache = $1 },
            .value("cache-folder", called: "FOLDER", "keep them there instead") {
                $0.usesCache = true
                $0.cacheFolder = $1
            },
            .flag("refresh", "ask the server whatever is kept, and keep its answer") { settings, isOn in
                settings.usesCache = true
                settings.change { $0.options.cachePolicy = isOn ? .reload : .standard }
            },
            .flag("offline", common: true, "answer from the cache only") {
                $0.isOffline = $1
                $0.usesCache = $0.usesCache || $1
            },
        ],
        examples: [.init("retrieve --cache --headers :8080/jokes", "the second time it may be a hit")])
}
