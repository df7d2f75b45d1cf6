/// One screen of the terminal form.
@MainActor
protocol TerminalScreen: AnyObject {
    /// Called when there is something new to show.
    var onChange: (() -> Void)? { get set }

    /// What to show in a terminal of a size.
    func picture(_ size: TerminalSize) -> TerminalPicture

    /// Acts on a key; returns at once, work goes on in tasks.
    func handle(_ key: Key, size: TerminalSize) -> ScreenTransition
}

/// Where to go after a key.
enum ScreenTransition {
    case stay
    case open(any TerminalScreen)
    case back
    case quit
}

/// Where a long text stands in its window.
struct ScrollPosition: Sendable, Equatable {
    /// How many lines are above the window.
    private(set) var line = 0

    /// Moves when the key is one that scrolls.
    ///
    /// - Returns: Whether it is.
    mutating func handle(_ key: Key, window: Int, maximum: Int) -> Bool {
        let target: Int
        switch key {
        case .down, .character("j"): target = line + 1
        case .up, .character("k"): target = line - 1
        case .pageDown, .character(" "): target = line + max(1, window - 1)
        case .pageUp: target = line - max(1, window - 1)
        case .home: target = 0
        case .end: target = maximum
        default: return false
        }
        line = min(max(0, target), maximum)
        return true
    }
}
