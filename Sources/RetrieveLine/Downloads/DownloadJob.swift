internal import Console
internal import Files
package import HTTPSemantics
internal import Retriever

/// One file to download.
package struct DownloadJob: Sendable, Equatable {
    /// Its addresses: more than one are mirrors of each other.
    package var urls: [WebURL]

    /// The name by the URL, which the server may change.
    var name: String { urls[0].path.split(separator: "/").last?.percentDecoded().safeFileName ?? "download" }

    /// The jobs that words and a file of addresses ask for.
    ///
    /// - Throws: A sentence about the address that is none.
    static func list(_ words: [String], _ settings: Settings) throws(UsageError) -> [DownloadJob] {
        var urls: [WebURL] = []
        for word in words { urls.append(try url(word)) }
        var jobs = settings.areMirrors && !urls.isEmpty ? [DownloadJob(urls: urls)] : urls.map { DownloadJob(urls: [$0]) }
        if let path = settings.inputFile { jobs += try read(path) }
        guard !jobs.isEmpty else { throw UsageError("a URL is missing: retrieve get URL…") }
        guard jobs.count == 1 || settings.outputFile == nil else {
            throw UsageError("--output names one file; with several downloads use --folder")
        }
        guard jobs.count == 1 || settings.checksum == nil else { throw UsageError("--checksum is for one file") }
        return jobs
    }

    /// A line for each file; several addresses in a line, with tabs or spaces between, are mirrors. What begins with “#” is passed over.
    private static func read(_ path: String) throws(UsageError) -> [DownloadJob] {
        let text: [UInt8]
        if path == "-" {
            text = StandardInput.all()
        } else {
            text = try ItemFile.content(of: path, in: path)
        }
        var jobs: [DownloadJob] = []
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.first != UInt8(ascii: "#") {
            var urls: [WebURL] = []
            for word in line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
                urls.append(try url(String(decoding: word, as: UTF8.self)))
            }
            if !urls.isEmpty { jobs.append(DownloadJob(urls: urls)) }
        }
        return jobs
    }

    private static func url(_ word: String) throws(UsageError) -> WebURL {
        let address = URLShortcut.expand(word)
        do throws(URLParsingError) {
            return try WebURL(address)
        } catch {
            throw UsageError("“\(word)” is no URL: \(error.description)")
        }
    }
}
