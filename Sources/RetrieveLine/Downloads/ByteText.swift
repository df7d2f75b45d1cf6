/// Numbers of bytes and times as people read them.
enum ByteText {
    /// `512 B`, `1.5 KiB`, `20.0 MiB`.
    static func size(_ bytes: Int) -> String {
        var value = Double(bytes)
        guard value >= 1024 else { return "\(bytes) B" }
        var unit = 0
        while value >= 1024, unit < units.count {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit - 1])"
    }

    private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    static func rate(_ bytesPerSecond: Double) -> String {
        size(bytesPerSecond.isFinite ? Int(min(max(0, bytesPerSecond), 1e18)) : 0) + "/s"
    }

    /// `0:07`, `12:34`, `1:02:03`; `–:––` for what takes a day or is not known.
    static func time(_ seconds: Double?) -> String {
        guard let seconds, seconds.isFinite, seconds >= 0, seconds < 86_400 else { return "–:––" }
        let whole = Int(seconds.rounded(.up))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole < 3600
            ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
