internal import Glibc
internal import HTTPSemantics

extension HTTPDate {
    /// This second, by the machine's clock.
    static var now: HTTPDate { HTTPDate(secondsSinceEpoch: time(nil)) }
}
