internal import Console

/// What a terminal shows of downloads: a line each, and below one for all of several.
///
///     debian-12.iso  ━━━━━━━━━━──────────   41 %  262 MiB of 640 MiB  95 MiB/s  0:04 left  4 parts
package struct ProgressPicture {
    /// A line, and how many columns it takes.
    package struct Line: Hashable, Sendable {
        package let text: String
        package let width: Int
    }

    /// What stands on a line behind the name, in its order.
    private enum Column: CaseIterable {
        case bar, percent, amount, rate, timeLeft, segments
        /// What goes first when there is no room, the bar not before the count of parts.
        static let dispensable: [Self] = [.segments, .bar, .timeLeft, .amount, .rate, .percent]
        /// What it takes most of the time, so that the others need not move when it is less.
        var usualWidth: Int {
            switch self {
            case .percent: 5
            case .rate, .timeLeft: 9
            case .amount: 18
            case .bar, .segments: 0
            }
        }
    }

    private static let barWidths = 10...40
    private static let leastNameWidth = 12
    private static let gap = "  "

    private let rows: [DownloadProgress]
    private let width: Int
    private let isColoured: Bool
    private var columns = Column.allCases
    private var widths: [Column: Int] = [:]
    private var nameWidth = 0

    /// The picture of downloads.
    ///
    /// - Parameters:
    ///   - width: Columns that a line may take.
    ///   - height: Lines there may be, at least 2.
    ///   - isColoured: Whether there are colours.
    package static func lines(_ downloads: [DownloadProgress], width: Int, height: Int, isColoured: Bool) -> [Line] {
        let active = downloads.filter { $0.phase != .waiting && $0.phase != .ended }
        let hasTotal = downloads.count > 1
        let room = max(1, height - (hasTotal ? 1 : 0))
        let shown = active.prefix(active.count > room ? room - 1 : room)
        let picture = Self(rows: shown + (hasTotal ? [downloads.total] : []), width: width, isColoured: isColoured)
        var lines = picture.rows.map(picture.line)
        if shown.count < active.count {
            let text = "… and \(active.count - shown.count) more".cut(toWidth: width)
            lines.insert(Line(text: text, width: text.displayWidth), at: shown.count)
        }
        return lines
    }

    private init(rows: [DownloadProgress], width: Int, isColoured: Bool) {
        self.rows = rows
        self.width = width
        self.isColoured = isColoured
        for column in Column.allCases where column != .bar {
            let width = rows.map { Self.cell(column, $0).displayWidth }.max() ?? 0
            widths[column] = width > 0 ? max(width, column.usualWidth) : 0
        }
        widths[.bar] = Self.barWidths.lowerBound
        columns.removeAll { widths[$0] == 0 }
        // As they are shown: what stands for a control character has a column, too.
        let longestName = max(1, rows.map(\.name.printable.displayWidth).max() ?? 0)
        for column in Column.dispensable where columnsWidth + min(longestName, Self.leastNameWidth) > width {
            columns.removeAll { $0 == column }
        }
        nameWidth = max(1, min(longestName, width - columnsWidth))
        // The bar grows as far as the names leave room.
        let rest = width - columnsWidth - nameWidth
        widths[.bar] = min(Self.barWidths.upperBound, Self.barWidths.lowerBound + max(0, rest))
    }

    private var columnsWidth: Int { columns.reduce(0) { $0 + Self.gap.count + (widths[$1] ?? 0) } }

    private func line(_ row: DownloadProgress) -> Line {
        let name = row.name.printable.shortened(toWidth: nameWidth)
        var line = (text: name, width: name.displayWidth)
        var padding = nameWidth - line.width
        for column in columns {
            let text = column == .bar ? bar(row) : Self.cell(column, row)
            let textWidth = column == .bar ? widths[.bar] ?? 0 : text.displayWidth
            guard textWidth > 0 else {
                padding += Self.gap.count + (widths[column] ?? 0)
                continue
            }
            padding += Self.gap.count + (widths[column] ?? 0) - textWidth
            line.text += String(repeating: " ", count: padding) + text
            line.width += padding + textWidth
            padding = 0
        }
        return Line(text: line.text, width: line.width)
    }

    private func bar(_ row: DownloadProgress) -> String {
        let whole = widths[.bar] ?? 0
        let share = row.expected.map { $0 > 0 ? min(1, Double(row.received) / Double($0)) : 1 } ?? 0
        let filled = Int(share * Double(whole))
        return paint(String(repeating: "━", count: filled), "32") + paint(String(repeating: "─", count: whole - filled), "2")
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func cell(_ column: Column, _ row: DownloadProgress) -> String {
        switch column {
        case .bar: ""
        case .percent: row.expected.map { Amount.percent(row.received, of: $0) } ?? ""
        case .amount: Amount.bytes(row.received) + (row.expected.map { " of " + Amount.bytes($0) } ?? "")
        case .rate:
            switch row.phase {
            case .running: Amount.rate(row.rate)
            case .tryingAgain: "trying again"
            case .waiting, .connecting, .ended: "connecting"
            }
        case .timeLeft: row.secondsLeft.flatMap(Amount.time).map { $0 + " left" } ?? ""
        case .segments: row.segments > 1 ? "\(row.segments) parts" : ""
        }
    }
}
