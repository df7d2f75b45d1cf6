extension StringProtocol {
    /// The text without anything that a terminal would obey instead of show: what comes over the network must not move the cursor,
    /// rename the window or turn the writing around.
    ///
    /// Control characters become U+FFFD so that they are seen; line ends and tabs become spaces; invisible format characters
    /// (the bidirectional overrides among them) go, except the joiners that scripts and emoji need. Marks stacked on one character
    /// end after a few.
    package var printable: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }  // most texts are that simple
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar == "\n" || scalar == "\r" || scalar == "\t", .lineSeparator, .paragraphSeparator:
                result.append(" ")
            case .control: result.append("\u{FFFD}")
            case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
            case .nonspacingMark, .enclosingMark, .format:
                marks += 1
                if marks <= 8 { result.append(scalar) }
                continue
            default: result.append(scalar)
            }
            marks = 0
        }
        return String(result)
    }
}
