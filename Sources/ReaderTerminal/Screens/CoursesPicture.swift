internal import Console
package import Reader

/// The course list as it looks.
package struct CoursesPicture: Sendable {
    /// The rows, or why there are none.
    package var state: Loadable<[CoursesModel.Row]>
    /// Whether the private courses are shown.
    package var isPrivate = false
    /// The row that Enter opens.
    package var selection = 0
    /// What happened.
    package var status = StyledText()
    /// Whether the status line asks something.
    package var isAsking = false
    /// Where the courses come from.
    package var service: String

    /// A course list.
    package init(state: Loadable<[CoursesModel.Row]>, service: String) {
        self.state = state
        self.service = service
    }

    /// What it shows in a terminal of a size.
    package func picture(_ size: TerminalSize) -> TerminalPicture {
        var picture = TerminalPicture(title: isPrivate ? "Private Courses" : "Courses", body: [])
        let width = TerminalPicture.bodyWidth(size)
        switch state {
        case .loading: picture.body = [StyledText("Fetching the courses …", .dim)]
        case .failed(let reason):
            picture.body = FailurePicture.body("There are no courses to show.", reason, service: service, width: width)
        case .loaded(let rows) where rows.isEmpty: picture.body = [StyledText("There are no courses yet.", .dim)]
        case .loaded(let rows):
            let width = size.width >= 76 ? min(size.width - 4, 110) : width
            let titleWidth = min(width - 36, (rows.map(\.title.displayWidth).max() ?? 0) + 2)
            for (index, row) in rows.enumerated() {
                let lines = Self.lines(row, isSelected: index == selection, width: width, titleWidth: titleWidth)
                if index == selection { picture.focus = picture.body.count...picture.body.count + lines.count - 1 }
                picture.body += lines
            }
        }
        picture.status = status
        picture.showsWholeStatus = true
        picture.legend = isAsking ? Prompt.legend : legend
        return picture
    }

    /// Title and date in one line where there is room for both, else below each other.
    private static func lines(_ row: CoursesModel.Row, isSelected: Bool, width: Int, titleWidth: Int) -> [StyledText] {
        let title = StyledText(isSelected ? "▸ " : "  ") + StyledText(row.title, isSelected ? [.bold, .reversed] : [])
        let date = StyledText(row.date, .dim)
        if width >= 72 {
            return [title.truncated(to: titleWidth).padded(to: titleWidth + 2) + date.truncated(to: width - titleWidth - 2)]
        }
        return [title.truncated(to: width), date.indented(by: 4).truncated(to: width)]
    }

    private var legend: [TerminalPicture.LegendEntry] {
        var entries: [TerminalPicture.LegendEntry] = []
        if case .loaded(let rows) = state, !rows.isEmpty { entries = [.init("↑↓", "Choose"), .init("Enter", "Open")] }
        if case .failed = state { entries.append(.init("r", "Try Again")) } else { entries.append(.init("r", "Reload")) }
        entries.append(.init("p", isPrivate ? "Open Courses" : "Private Courses"))
        return entries + [.init("b", "Back"), .init("q", "Quit")]
    }
}
