internal import Glibc

/// A point in time on the clock that goes on while the machine sleeps.
///
/// What `ContinuousClock.Instant` is, with a layout that the compiler knows: each value that holds one of those is copied and looked
/// into by way of the runtime, which took one in thirty of a small request's instructions.
package struct Moment: Comparable, Sendable {
    private let nanoseconds: Int64

    package static var now: Moment {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The moment after a while, at most 292 years after the machine was started.
    package static func + (moment: Moment, duration: Duration) -> Moment {
        let (seconds, attoseconds) = duration.components
        let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (whole, isTooLargeInAll) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, isTooLate) = moment.nanoseconds.addingReportingOverflow(whole)
        guard isTooLarge || isTooLargeInAll || isTooLate else { return Moment(nanoseconds: sum) }
        return Moment(nanoseconds: seconds < 0 ? .min : .max)
    }

    /// The time that passes from `right` to `left`.
    package static func - (left: Moment, right: Moment) -> Duration {
        .nanoseconds(left.nanoseconds) - .nanoseconds(right.nanoseconds)
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}
