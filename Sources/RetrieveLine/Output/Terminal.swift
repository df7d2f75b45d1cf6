internal import Glibc

/// What standard output is.
struct Terminal {
    /// Whether somebody looks at it.
    let isTerminal: Bool
    /// What is done to content.
    let pretty: Pretty

    init(_ settings: Settings) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        pretty = settings.pretty ?? (!isTerminal ? .none : Self.allowsColours ? .all : .format)
    }

    init(isTerminal: Bool, pretty: Pretty) {
        self.isTerminal = isTerminal
        self.pretty = pretty
    }

    /// Whether the user has not asked programs to do without colours (no-color.org), and the terminal is one that has them.
    private static var allowsColours: Bool {
        unsafe (getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true)
            && (getenv("TERM").map { unsafe String(cString: $0) != "dumb" } ?? false)
    }

    /// The text in a colour, where there are colours.
    func paint(_ text: String, _ ink: Ink) -> String { pretty.colours ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text }

    /// What may be printed of a text that came over the network: as it is where a program reads it.
    func shown(_ text: String) -> String { isTerminal ? text.printableLines : text }
}

/// A colour and weight, by what it is for.
enum Ink: String {
    case name = "36"
    case punctuation = "90"
    case string = "32"
    case number = "35"
    case literal = "33"
    case heading = "1"
    case good = "1;32"
    case caution = "1;33"
    case bad = "1;31"
}
