internal import HTTPSemantics
internal import Retriever

/// A text with variables that is printed after an exchange, as curl's `--write-out` has it: `%{status} %{url}\n`.
package struct OutputTemplate: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case variable(@Sendable (ExchangeOutcome) -> String?)
        case field(HTTPField.Name)
    }

    private var pieces: [Piece] = []

    /// - Throws: A sentence that points at the variable that there is not.
    init(_ template: String) throws(UsageError) {
        let bytes = Array(template.utf8)
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "\\"), let escape = Self.escapes[next] {
                text.append(escape)
                index += 2
            } else if bytes[index] == UInt8(ascii: "%"), next == UInt8(ascii: "%") {
                text.append(next)
                index += 2
            } else if bytes[index] == UInt8(ascii: "%"), next == UInt8(ascii: "{") {
                guard let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
                    throw UsageError("the “%{” is not closed", in: template, at: index)
                }
                pieces.append(.text(String(decoding: text, as: UTF8.self)))
                text = []
                pieces.append(
                    try Self.piece(String(decoding: bytes[index + 2..<close], as: UTF8.self), in: template, at: index + 2))
                index = close + 1
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        pieces.append(.text(String(decoding: text, as: UTF8.self)))
    }

    /// The text for an exchange; variables without a value are empty.
    func text(_ outcome: ExchangeOutcome) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .variable(let value): value(outcome) ?? ""
            case .field(let name): outcome.response?.headerFields[name] ?? ""
            }
        }.joined()
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    private static func piece(_ name: String, in template: String, at offset: Int) throws(UsageError) -> Piece {
        if name.utf8.starts(with: "header:".utf8) {
            guard let field = HTTPField.Name(String(name.dropFirst(7))) else {
                throw UsageError("“\(name.dropFirst(7))” is no field name", in: template, at: offset + 7)
            }
            return .field(field)
        }
        guard let variable = variables.first(where: { $0.names.contains(name) }) else {
            let hint = Spelling.nearest(to: name, among: variables.flatMap(\.names)).map { "; did you mean %{\($0)}?" } ?? ""
            throw UsageError("there is no variable “\(name)”\(hint)", in: template, at: offset)
        }
        return .variable(variable.value)
    }

    private typealias Variable = (names: [String], value: @Sendable (ExchangeOutcome) -> String?)

    /// The names to teach first, then those of curl's.
    private static let variables: [Variable] = [
        (["status", "http_code", "response_code"], { $0.response.map { "\($0.status.code)" } ?? "000" }),
        (["reason"], { $0.response?.status.reasonPhrase }),
        (["url", "url_effective"], { ($0.response?.url ?? $0.request.url.withoutFragment).href }),
        (["method"], { $0.request.method.rawValue }),
        (["scheme"], { ($0.response?.url ?? $0.request.url).scheme }),
        (["content_type"], { $0.response?.headerFields[.contentType] }),
        (["redirects", "num_redirects"], { "\($0.response?.history.count ?? 0)" }),
        (["size", "size_download"], { "\($0.size)" }),
        (["size_upload"], { $0.hop.map { "\($0.bytesSent)" } }),
        (["http_version"], { $0.hop?.httpVersion }),
        (["remote_ip"], { $0.hop?.remoteAddress }), (["remote_port"], { $0.hop?.remotePort.map { "\($0)" } }),
        (["local_ip"], { $0.hop?.localAddress }), (["local_port"], { $0.hop?.localPort.map { "\($0)" } }),
        (["time_namelookup"], { $0.hop.map { ($0.resolving ?? .zero).secondsText } }),
        (["time_connect"], { $0.hop.map { (($0.resolving ?? .zero) + ($0.connecting ?? .zero)).secondsText } }),
        (
            ["time_appconnect"],
            { $0.hop.map { (($0.resolving ?? .zero) + ($0.connecting ?? .zero) + ($0.handshake ?? .zero)).secondsText } }
        ),
        (["time_starttransfer"], { $0.hop?.firstByte?.secondsText }),
        (["time", "time_total"], { $0.metrics?.total.secondsText }),
        (["cache"], { $0.response?.cacheStatus?.description }),
        (["error", "errormsg"], { $0.error.map { "\($0)" } }),
        (["exit_status", "exitcode"], { "\($0.exitStatus)" }),
    ]

    /// The names to teach.
    package static let variableNames = variables.map { $0.names[0] }
}
