package import HTTPSemantics
internal import Retriever

/// One file to download.
package struct DownloadJob: Hashable, Sendable {
    /// Where the file is: the address, and then its mirrors.
    package let urls: [WebURL]
    /// What it is to be called, in the folder of all; `nil` when the server says so.
    package let name: String?

    /// A file at one or several addresses, as people type them.
    ///
    /// - Throws: A sentence that quotes the address or name at fault.
    package init(_ addresses: [String], name: String? = nil) throws(UsageError) {
        urls = try addresses.map { address throws(UsageError) in try Self.url(address) }
        guard let name else {
            self.name = nil
            return
        }
        // A list may come from a stranger, and is to write nothing outside of its folder.
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) || $0.contains(0) }) else {
            throw UsageError("“\(name)” is no name for a file in the folder of the downloads")
        }
        self.name = name
    }

    /// The files that words and a list ask for, each once.
    ///
    /// - Throws: A sentence about the word, or the line of the list, that means nothing, or about options that contradict each other.
    static func list(_ words: [String], _ settings: Settings) throws(UsageError) -> [DownloadJob] {
        var jobs: [DownloadJob] = []
        if settings.areMirrors, !words.isEmpty {
            jobs = [try DownloadJob(words)]
        } else {
            for word in words { jobs.append(try DownloadJob([word])) }
        }
        if let path = settings.inputFile { jobs += try DownloadList.read(path) }
        var seen: Set<DownloadJob> = []
        jobs.removeAll { !seen.insert($0).inserted }
        guard !jobs.isEmpty else { throw UsageError("a URL is missing: retrieve get URL…") }
        guard jobs.count == 1 || settings.outputFile == nil else {
            throw UsageError("--output names one file; with several downloads use --folder")
        }
        guard jobs.count == 1 || settings.checksum == nil else { throw UsageError("--checksum is for one file") }
        var names: Set<String> = []
        for name in jobs.compactMap(\.name) where !names.insert(name).inserted {
            throw UsageError("two files would be called “\(name)”")
        }
        return jobs
    }

    /// The name to show before the server has told another one.
    var provisionalName: String { name ?? urls.first?.suggestedFileName ?? urls.first?.authority ?? "" }

    private static func url(_ address: String) throws(UsageError) -> WebURL {
        let url: WebURL
        do throws(URLParsingError) {
            url = try WebURL(URLShortcut.expand(address))
        } catch {
            throw UsageError("“\(URLShortcut.withoutUser(address))” is no URL: \(error.description)")
        }
        guard ["http", "https"].contains(url.scheme) else {
            throw UsageError("“\(url.scheme):” addresses cannot be downloaded; begin with http:// or https://")
        }
        return url
    }
}
