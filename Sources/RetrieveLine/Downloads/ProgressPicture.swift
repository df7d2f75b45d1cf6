/// What the terminal shows of downloads: a line for each that runs or is over, and one for all together.
package enum ProgressPicture {
    /// The lines, none longer than `width` characters.
    ///
    /// - Parameters:
    ///   - states: All downloads.
    ///   - width: Characters in a line.
    ///   - height: Lines there is room for, at least 1; downloads that run come first.
    package static func lines(_ states: [DownloadState], width: Int, height: Int = .max) -> [String] {
        let shown = states.filter { $0.phase != .waiting }
        let total = states.count > 1 ? [self.total(states, width: width)] : []
        guard shown.count + total.count > height else { return shown.map { line($0, width: width) } + total }
        let isActive: (DownloadState) -> Bool = { $0.phase == .running || $0.phase == .retrying }
        let first = shown.filter(isActive) + shown.filter { !isActive($0) }.reversed()
        return first.prefix(max(0, height - total.count)).map { line($0, width: width) } + total.prefix(height)
    }

    /// The line of a download.
    package static func line(_ state: DownloadState, width: Int) -> String {
        switch state.phase {
        case .waiting: return fitted(state.name, "waiting", width: width)
        case .skipped: return fitted(state.name, "not newer", width: width)
        case .failed(let reason): return fitted(state.name, "failed: \(reason)", width: width)
        case .finished: return fitted(state.name, "done  \(ByteText.size(state.received))", width: width)
        case .retrying: return fitted(state.name, "interrupted, tries again", width: width)
        case .running: break
        }
        let remaining = state.expected.map { Double($0 - state.received) / state.rate }
        return running(
            state.name, received: state.received, expected: state.expected, rate: state.rate, remaining: remaining,
            note: state.segments > 1 ? "×\(state.segments)" : nil, width: width)
    }

    private static func total(_ states: [DownloadState], width: Int) -> String {
        let running = states.filter { $0.phase == .running }
        let done = states.filter { $0.phase == .finished || $0.phase == .skipped }.count
        let counted = states.filter { $0.phase != .waiting && $0.phase != .skipped }
        // The sum is known when the sizes of all are.
        let sizes = states.map { $0.isOver ? $0.received : $0.expected }
        let expected = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
        let received = counted.reduce(0) { $0 + $1.received }
        let rate = running.reduce(0.0) { $0 + $1.rate }
        return self.running(
            "total \(done)/\(states.count)", received: received, expected: expected, rate: rate,
            remaining: expected.map { Double($0 - received) / rate }, note: nil, width: width)
    }

    /// Name, share, bar, bytes, rate, time left: what there is no room for is left out from the middle.
    private static func running(
        _ name: String, received: Int, expected: Int?, rate: Double, remaining: Double?, note: String?, width: Int
    ) -> String {
        let share = expected.map { $0 > 0 ? min(1, Double(received) / Double($0)) : 1 }
        let percent = share.map { "\(Int($0 * 100))%" }
        let size = expected.map { "\(ByteText.size(received)) of \(ByteText.size($0))" } ?? ByteText.size(received)
        let rest = [size, ByteText.rate(rate), expected == nil ? nil : ByteText.time(remaining), note].compactMap(\.self)
        let full = rest.joined(separator: "  ")
        guard let share, let percent, width >= full.count + 24 else { return fitted(name, percent ?? size, width: width) }
        let room = width - full.count - 4
        let nameWidth = min(max(8, room / 2), max(name.count, 12))
        let barWidth = room - nameWidth - 7
        let bar = barWidth >= 5 ? "  " + self.bar(share, width: barWidth) : ""
        return "\(padded(name, nameWidth))  \(leading(percent, 4))\(bar)  \(full)"
    }

    /// A bar, filled by eighths of a character.
    private static func bar(_ share: Double, width: Int) -> String {
        let eighths = Int(share * Double(width * 8))
        let part = eighths % 8 == 0 ? "" : String(Character(Unicode.Scalar(0x2590 - UInt32(eighths % 8)) ?? " "))
        let filled = String(repeating: "█", count: eighths / 8) + part
        return filled + String(repeating: "░", count: max(0, width - filled.count))
    }

    private static func fitted(_ name: String, _ note: String, width: Int) -> String {
        let note = shortened(note, max(0, width - 10))
        let room = width - note.count - 2
        return room > 0 ? shortened(name, room) + "  " + note : shortened(note, width)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        let text = shortened(text, width)
        return text + String(repeating: " ", count: width - text.count)
    }

    private static func leading(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// The end of a name tells more than its middle.
    private static func shortened(_ text: String, _ width: Int) -> String {
        guard text.count > width else { return text }
        guard width > 1 else { return String(text.prefix(max(0, width))) }
        let end = (width - 1) / 3
        return text.prefix(width - 1 - end) + "…" + text.suffix(end)
    }
}
