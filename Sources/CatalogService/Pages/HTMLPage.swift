import HTTPSemantics
import HTTPServer

/// A piece of HTML. Text becomes HTML only by being escaped.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    let text: String

    /// Markup written in this program.
    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }
    /// Pieces one after the other.
    init(_ pieces: [HTML]) { text = pieces.map(\.text).joined(separator: "\n") }

    /// Markup as it stands, values escaped, pieces of HTML as they are.
    struct Interpolation: StringInterpolationProtocol {
        var text = ""
        init(literalCapacity: Int, interpolationCount: Int) {}
        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ value: String) { text += TextEscaping.html.escape(value) }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
    }
}

/// A whole page in the service's look.
struct HTMLPage: Sendable {
    var title: String
    var content: HTML
    var status: HTTPResponse.Status = 200

    private static let style: HTML = """
        :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcf9; --soft: #5b5b60; --line: #d9d6cf; --link: #1a5fb4; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #ececec; --paper: #1e1e20; --soft: #b0b0b5; --line: #3d3d42; --link: #8ab8f5; }
        }
        body { max-width: 42rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; font: 1.05rem/1.6 system-ui, sans-serif;
          color: var(--ink); background: var(--paper); }
        h1 { line-height: 1.2; } a { color: var(--link); } footer, .soft { color: var(--soft); }
        nav, footer { padding: .5rem 0; } footer { margin-top: 2rem; border-top: 1px solid var(--line); }
        blockquote { margin: 1rem 0; padding: .25rem 1rem; border-left: .25rem solid var(--link); font-size: 1.2rem; }
        table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .75rem .35rem 0;
          border-bottom: 1px solid var(--line); vertical-align: top; } code { overflow-wrap: anywhere; }
        """

    var response: ServerResponse {
        let document: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            \(content)
            </main>
            <footer><a href="/">Start page</a> · <a href="/hero">The hero</a></footer>
            </body>
            </html>

            """
        return ServerResponse(status: status, headerFields: .html, content: Array(document.text.utf8))
    }
}
