extension Duration {
    /// Whole milliseconds, at least one: libcurl takes 0 for "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int32.max / 1000 else { return Int(Int32.max) }
        return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// Whole seconds, at least one, for the times that libcurl takes in seconds.
    var seconds: Int { max(1, Int(clamping: min(components.seconds, Int64(Int32.max)))) }
}
