/// Numbers with units as the screen shows them. Units of bytes are those of 1024, as with curl and aria2, and have the names of IEC 80000-13.
package enum Amount {
    /// Bytes in at most four digits: 812 B, 1.2 GiB.
    package static func bytes(_ count: Double) -> String {
        var (value, unit) = (max(0, count), 0)
        while value >= 999.5, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        return "\(unit > 0 && value < 9.95 ? tenths(value) : "\(Int(min(value, 1e6).rounded()))") \(units[unit])"
    }

    /// Bytes in at most four digits.
    package static func bytes(_ count: Int) -> String { bytes(Double(count)) }

    /// Bytes a second: 95 MiB/s.
    package static func rate(_ bytesPerSecond: Double) -> String { bytes(bytesPerSecond) + "/s" }

    /// A time as 0:07 or 1:02:03; `nil` for more than four days, which nobody believes.
    package static func time(_ seconds: Double) -> String? {
        guard seconds >= 0, seconds < 360_000 else { return nil }
        let whole = Int(seconds.rounded(.up))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
    }

    /// How long something took: 0.2 s, or 1:05.
    package static func duration(_ seconds: Double) -> String {
        seconds < 9.95 ? "\(tenths(seconds)) s" : time(seconds) ?? "days"
    }

    /// How much of something is there, 100 only for all of it.
    package static func percent(_ part: Int, of whole: Int) -> String {
        part >= whole ? "100 %" : "\(Int(Double(part) * 100 / Double(whole))) %"
    }

    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]

    private static func tenths(_ value: Double) -> String {
        let count = Int((value * 10).rounded())
        return "\(count / 10).\(count % 10)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
