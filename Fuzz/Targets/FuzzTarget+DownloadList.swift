import RetrieveLine

extension FuzzTarget {
    /// A list of downloads: no file of it is outside of the folder, and none makes a line that is too wide or moves the cursor.
    static let downloadList = FuzzTarget(name: "download-list") { bytes in
        let jobs: [DownloadJob]
        do { jobs = try DownloadList.jobs(bytes, in: "list") } catch {
            return try promise("\(error)".hasPrefix("list, line ") || "\(error)" == "list has no address in it", "\(error)")
        }
        for job in jobs {
            try promise(!job.urls.isEmpty && job.urls.allSatisfy { ["http", "https"].contains($0.scheme) }, "\(job.urls)")
            guard let name = job.name else { continue }
            let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            try promise(!parts.contains { $0.isEmpty || Array($0) == Array("..".utf8) }, "a file at \(name)")
            var progress = DownloadProgress(name: name)
            progress.phase = .running
            for line in ProgressPicture.lines([progress], width: bytes.count % 90 + 1, height: 3, isColoured: false) {
                try promise(line.width <= bytes.count % 90 + 1, "too wide: \(line.text)")
                try promise(
                    line.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "a control character")
            }
        }
    }
}
