internal import Glibc

/// What this process was told by who started it.
enum Environment {
    /// A variable; `nil` when it is not set. Foundation would read all of them first, which a program that makes one request notices.
    static func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}
