/// A parser under test: what is done with any bytes at all, and what must hold afterwards.
///
/// A new one is a static constant in a file of its own and a place in ``all``; its name is that of its folders in `Corpus` and
/// `Crashes`.
package struct FuzzTarget: Sendable, CustomStringConvertible {
    package let name: String
    /// Parses the bytes; throws a ``BrokenPromise`` when the outcome is not what the parser promises.
    package let check: @Sendable (_ bytes: [UInt8]) throws -> Void

    package static let all: [FuzzTarget] = [
        .base64, .cacheRecord, .caching, .challenge, .command, .contentDisposition, .cookieDate, .cookieFile, .credentials,
        .dataURL, .downloadList, .downloadPlan, .events, .form, .framing, .json, .link, .mediaType, .multipart, .netrc, .pem,
        .percent, .problem, .proxy, .ranges, .redaction, .redirect, .requestItems, .responseHead, .responseText, .resumeRecord,
        .setCookie, .strictTransport, .structuredField, .textEncoding, .trace, .url, .urlComponents, .validators, .waits, .xml,
    ]

    package var description: String { name }
}

/// Something that holds for every input did not hold for one.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String
}

/// Throws when `condition` is false.
func promise(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw BrokenPromise(description: what()) }
}

/// The input as text, as a program would have it from outside: what is not UTF-8 becomes U+FFFD.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

/// The input's first `count` parts, which are separated by line feeds; the last takes the rest, missing ones are empty.
func parts(_ bytes: [UInt8], _ count: Int) -> [String] {
    let parts = bytes.split(separator: 0x0A, maxSplits: count - 1, omittingEmptySubsequences: false).map { text($0) }
    return parts + Array(repeating: "", count: count - parts.count)
}

/// A quoted string. RFC 9110 §5.6.4.
func quoted(_ value: String) -> String {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return "\"" + text(value.utf8.flatMap { $0 == quote || $0 == backslash ? [backslash, $0] : [$0] }) + "\""
}
