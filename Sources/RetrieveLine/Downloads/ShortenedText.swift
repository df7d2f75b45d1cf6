internal import Console

extension String {
    /// The text with its middle left out, so that it takes at most so many columns: beginnings tell names apart, and ends what they are.
    package func shortened(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 1 else { return width == 1 ? "…" : "" }
        let end = width / 2
        let tail = String(String(reversed()).cut(toWidth: end).reversed())
        return cut(toWidth: width - 1 - tail.displayWidth) + "…" + tail
    }

    /// As many characters from the beginning as take at most so many columns.
    package func cut(toWidth width: Int) -> String {
        var rest = width
        return String(
            prefix { character in
                rest -= character.displayWidth
                return rest >= 0
            })
    }
}
