internal import HTTPSemantics

extension OptionTable {
    static let items = OptionTopic(
        name: "items", title: "What is sent",
        text: """
            Words after the URL add to the request; the first separator in a word decides what it is:

              name=value       a text in the content
              name:=json       JSON in the content: count:=3 tags:='["a","b"]'
              name==value      a parameter of the query
              Name:value       a header field; “Name:” leaves a default one out, “Name;” sends it empty
              name@file        a file, which makes the content multipart; name@file;type=text/csv says what it is
              name=@file       the text in a file
              name:=@file      the JSON in a file
              @file            the file itself is the content

            Content is a JSON object unless --form or --multipart say otherwise. In JSON a name is a path: user[roles][]=admin
            adds to an array, list[2]:=true sets an element, [] at the beginning makes the whole an array. A backslash makes a
            separator, a bracket or the first digit in brackets part of the name.

            Without METHOD it is GET, or POST when there is content. What is piped in is sent as it is.
            """,
        options: [
            .flag("json", letters: "j", common: true, "send items as JSON, as without this, and ask for JSON") {
                $0.contentStyle = $1 ? .json : nil
            },
            .flag("form", letters: "f", common: true, "send items as a form, with files as a multipart one") {
                $0.contentStyle = $1 ? .form : nil
            },
            .flag("multipart", "send items as a multipart form, also without files") {
                $0.contentStyle = $1 ? .multipart : nil
            },
            .value("raw", called: "TEXT", "send the text as it is") { $0.contentSource = .text($1) },
            CommandOption(
                names: ["body"], letters: "b",
                help: "with a source (@file, or - for standard input) send it as it is; alone print only content",
                isCommon: true,
                effect: .flagOrSource(
                    "@FILE|-", flag: { settings, _ in settings.parts = [.responseContent] },
                    value: { settings, value throws(UsageError) in
                        guard settings.contentSource == nil else { throw UsageError("content is given already") }
                        settings.contentSource = .init(named: value)
                    })),
            .value(
                "data", also: ["data-binary"], letters: "d", called: "DATA",
                "curl's: send the text, or @file, as form content; several are joined by &"
            ) { settings, value throws(UsageError) in try addData(.init(named: value), to: &settings) },
            .value("data-raw", called: "TEXT", "curl's: as --data, but @ means nothing") {
                settings, value throws(UsageError) in try addData(.text(value), to: &settings)
            },
            .value("header", letters: "H", called: "'NAME: VALUE'", "curl's: a header field") {
                settings, value throws(UsageError) in settings.fields.append(try field(value))
            },
            .value("request", letters: "X", called: "METHOD", "curl's: the method") { $0.method = $1 },
            .value("user-agent", letters: "A", called: "TEXT", "curl's: the field User-Agent") {
                settings, value throws(UsageError) in settings.fields.append(try field("User-Agent: " + value))
            },
            .value("referer", letters: "e", called: "URL", "curl's: the field Referer") {
                settings, value throws(UsageError) in settings.fields.append(try field("Referer: " + value))
            },
            .value("range", letters: "r", called: "FIRST-LAST", "curl's: ask for a part of the content") {
                settings, value throws(UsageError) in settings.fields.append(try field("Range: bytes=" + value))
            },
            .flag("ignore-stdin", letters: "I", "do not send what is piped in, as in loops of a shell") {
                $0.ignoresStandardInput = $1
            },
        ],
        examples: [
            .init("retrieve :8080/jokes/random firstName==Ada", "a query"),
            .init("retrieve --form :8080/rater/vote joke_id=17 vote=1", "a form"),
            .init("retrieve PUT :8080/people/7 name=\"Ada Lovelace\" age:=29 X-Reason:renamed", "JSON and a field"),
            .init("retrieve :8080/people 'user[name]=Ada' 'user[roles][]=admin' 'user[roles][]=author'", "nested JSON"),
            .init("retrieve :8080/upload title=Notes file@notes.txt", "a form with a file"),
            .init("retrieve PUT :8080/notes @notes.txt", "a file as it is"),
            .init("echo '{\"a\": 1}' | retrieve :8080/things", "what is piped in"),
        ])

    private static func addData(_ new: Settings.ContentSource, to settings: inout Settings) throws(UsageError) {
        switch (settings.contentSource, new) {
        case (nil, _): settings.contentSource = new
        case (.text(let before), .text(let text)): settings.contentSource = .text(before + "&" + text)
        default: throw UsageError("text and a file, or two files, cannot be joined")
        }
        if settings.contentStyle == nil { settings.contentStyle = .form }
    }

    private static func field(_ text: String) throws(UsageError) -> HTTPField {
        let end = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let value = String(text[end...].dropFirst().trimmingOptionalWhitespace)
        guard end < text.endIndex, let name = HTTPField.Name(String(text[..<end])),
            let field = HTTPField(name: name, value: value)
        else { throw UsageError("“\(text)” is no header field; write 'Name: value'", in: text, at: 0) }
        return field
    }
}

extension Settings.ContentSource {
    /// `@file`, `-`, or the text itself.
    init(named text: String) {
        if text == "-" || text == "@-" {
            self = .standardInput
        } else if text.utf8.first == UInt8(ascii: "@") {
            self = .file(String(text.dropFirst()))
        } else {
            self = .text(text)
        }
    }
}
