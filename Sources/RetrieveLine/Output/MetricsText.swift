internal import Retriever

/// Where the time of an exchange went, for people.
enum MetricsText {
    static func text(_ metrics: RequestMetrics, _ terminal: Terminal) -> String {
        var lines = [line("Total time", milliseconds(metrics.total), terminal)]
        for hop in metrics.hops {
            let steps = [
                ("waited", hop.waiting > .milliseconds(1) ? hop.waiting : nil), ("resolved", hop.resolving),
                ("connected", hop.connecting), ("TLS", hop.handshake), ("first byte", hop.firstByte), ("done", hop.total),
            ].compactMap { name, time in time.map { "\(name) \(milliseconds($0))" } }
            let peer = hop.remoteAddress.map { " \($0):\(hop.remotePort ?? 0)" } ?? ""
            let version = hop.httpVersion.map { " HTTP/\($0)" } ?? ""
            lines.append(line("Hop", "\(hop.url.authority)\(peer)\(version): \(steps.joined(separator: ", "))", terminal))
            lines.append(line("Bytes", "\(hop.bytesSent) sent, \(hop.bytesReceived) received", terminal))
        }
        return lines.joined()
    }

    private static func line(_ name: String, _ value: String, _ terminal: Terminal) -> String {
        "\(terminal.paint(name, .name))\(terminal.paint(":", .punctuation)) \(value)\n"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((duration.seconds * 10_000).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
