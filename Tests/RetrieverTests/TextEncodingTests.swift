import Foundation
import RetrieverTesting
import TestSupport
import Testing

@testable import Retriever

@Suite("Encodings of the web")
struct TextEncodingTests {
    /// The characters of the bytes from 128 on, as Python's codecs and the corrections of the WHATWG standard have them.
    private static let tables: [(name: String, scalars: [Unicode.Scalar])] = {
        let file = Bundle.module.url(forResource: "single-byte-encodings", withExtension: "txt", subdirectory: "Fixtures")
        let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (String(words[0]), words.dropFirst().compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) })
        }
    }()

    @Test("There are 40 of them, each known by its own name and its labels") func names() {
        #expect(TextEncoding.all.count == 40)
        #expect(Set(TextEncoding.all.map(\.name)).count == 40)
        for encoding in TextEncoding.all { #expect(TextEncoding(label: "\t\(encoding.name.uppercased())\n") == encoding) }
        #expect(TextEncoding(label: "latin1") == .windows1252)
        #expect(TextEncoding(label: "utf8")?.description == "UTF-8")
        for label in ["", "utf-7", "utf-32", "klingon", "utf-8\u{301}", "\u{A0}utf-8"] {
            #expect(TextEncoding(label: label) == nil)
        }
    }

    @Test("Those with a character for each byte, all bytes", arguments: tables.map(\.name))
    func singleBytes(name: String) throws {
        let table = try #require(Self.tables.first { $0.name == name })
        #expect(table.scalars.count == 128)
        let encoding = try #require(TextEncoding(label: name))
        let text = encoding.decode(Array(0...0xFF))
        #expect(Array(text.unicodeScalars) == (0..<0x80).map { Unicode.Scalar($0) } + table.scalars)
    }

    @Test("All of them are in the table") func singleByteNames() {
        let names = TextEncoding.all.filter { if case .singleBytes = $0.method { true } else { false } }.map(\.name)
        #expect(names.count == 28 && Set(names) == Set(Self.tables.map(\.name)))
    }

    @Test(
        "Those with several bytes for a character",
        arguments: [
            ("UTF-8", "D0AFE697A5F09FA6A9", "Я日🦩"), ("GBK", "80C4E381308130A8A2", "€你\u{80}á"),
            ("gb18030", "C4E395328236", "你𠀀"), ("Big5", "A7418862A4E9", "你\u{CA}\u{304}日"),
            ("EUC-JP", "C6FCA1C1ADA18FB0A18EB1", "日～①丂ｱ"),
            ("ISO-2022-JP", "411B2442467C1B284A5C1B284242", "A日¥B"), ("Shift_JIS", "93FA81608740B1FBFC", "日～①ｱ髙"),
            ("EUC-KR", "C7D1B1DB8C63", "한글똠"), ("UTF-16BE", "65E5D83EDDA9", "日🦩"), ("UTF-16LE", "E5653ED8A9DD", "日🦩"),
            ("replacement", "6162FF", "\u{FFFD}"), ("x-user-defined", "6180FF", "a\u{F780}\u{F7FF}"),
        ])
    func severalBytes(name: String, hexadecimal: String, text: String) throws {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        #expect(try #require(TextEncoding(label: name)).decode(bytes) == text)
    }

    @Test(
        "What a page declares, HTML standard §13.2.3.2",
        arguments: [
            ("<meta charset=koi8-r>", "KOI8-R"), ("<META/CHARSET = 'Latin2'/>", "ISO-8859-2"), ("<meta charset=utf-16>", "UTF-8"),
            ("<meta charset=x-user-defined>", "windows-1252"), ("<meta charset=klingon><meta charset=big5>", "Big5"),
            ("<meta http-equiv=Content-Type content=\"text/html; charset=shift_jis\">", "Shift_JIS"),
            ("<meta content='text/html;charset = \"euc-kr\" x' http-equiv=\"content-type\">", "EUC-KR"),
            ("<meta content=\"text/html; charset charset=gbk;x\" http-equiv=content-type>", "GBK"),
            ("<meta name=a content=\"text/html; charset=gbk\">", nil),
            ("<meta http-equiv=content-type content=\"charset='gbk\">", nil),
            ("<meta http-equiv=refresh content=\"charset=gbk\" charset=big5>", "Big5"),
            ("<meta charset=gbk charset=big5>", "GBK"), ("<!-- <meta charset=gbk> --><meta charset=big5>", "Big5"),
            ("<!--><meta charset=gbk>-->", "GBK"),
            ("<!doctype html><p a='<meta charset=gbk>'></p x><?y><meta charset=big5>", "Big5"),
            ("<metal charset=gbk>", nil), ("<meta charset=iso-8859-1", nil), ("<meta =charset=gbk charset=big5>", "Big5"),
            ("<title>é</title><meta charset=\u{301}gbk>", nil), ("<<meta charset=gbk>", "GBK"), ("", nil), ("<", nil),
            ("<!--", nil),
            ("<a \"<meta charset=gbk>", nil), ("<?xml version='1.0' encoding='big5'?><html>", "Big5"),
            ("<?xml encoding='big5'?><meta charset=gbk>", "GBK"),
            (String(repeating: " ", count: 1010) + "<meta charset=gbk>", nil),
        ] as [(String, String?)])
    func htmlDeclarations(page: String, name: String?) {
        #expect(TextDeclaration.html.encoding(in: Array(page.utf8))?.name == name)
    }

    @Test(
        "What an XML document declares",
        arguments: [
            ("<?xml version=\"1.0\" encoding=\"KOI8-R\"?>", "KOI8-R"), ("<?xml encoding = 'utf-16' ?>", "UTF-8"),
            (" <?xml encoding='gbk'?>", nil), ("<?xml encoding='gb k'?>", nil), ("<?xml encoding=gbk?>", nil),
            ("<?xml encoding='gbk", nil),
            ("<?xml?><a encoding='gbk'>", nil), ("<meta charset=gbk>", nil), ("<\0?\0x\0m\0", "UTF-16LE"),
            ("\0<\0?\0x\0m", "UTF-16BE"),
        ] as [(String, String?)])
    func xmlDeclarations(document: String, name: String?) {
        #expect(TextDeclaration.xml.encoding(in: Array(document.utf8))?.name == name)
    }

    private static let russian = "Привет, мир! Это обычный текст на русском языке."

    @Test(
        "What text looks like that says nothing",
        arguments: [
            ("utf_8", "naïve"), ("cp1252", "Grüße aus Köln, à bientôt"), ("cp1251", russian), ("koi8_r", russian),
            ("euc_jp", "これは日本語の文章です。カタカナもあります。"), ("shift_jis", "これは日本語の文章です。カタカナもあります。"),
            ("iso2022_jp", "これは日本語です"), ("gb2312", "这是一个中文句子，用来测试编码。我们都在学习。"), ("big5", "這是一個中文句子，用來測試編碼。我們都在學習。"),
            ("euc_kr", "이것은 한국어 문장입니다. 안녕하세요 여러분"), ("utf_16_le", "Hello world, naïve"), ("utf_16_be", "Hello world, naïve"),
            ("ascii", ""), ("ascii", "plain"),
        ])
    func guesses(codec: String, text: String) async throws {
        let script = "import sys; sys.stdout.buffer.write(sys.argv[1].encode(sys.argv[2]))"
        let outcome = try await Self.python(script, [text, codec])
        #expect(TextEncoding(of: outcome, contentType: MediaType("text/plain")).decode(outcome) == text)
    }

    /// What a Python program writes.
    private static func python(_ program: String, _ arguments: [String]) async throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", program] + arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(data)
    }

    @Test(
        "What comes first decides: mark, label, declaration, guess",
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x61], "text/html; charset=koi8-r", "UTF-8"),
            (Array("<meta charset=gbk>".utf8), "text/html; charset=koi8-r", "KOI8-R"),
            (Array("<meta charset=gbk>".utf8), "text/html; charset=klingon", "GBK"),
            (Array("<meta charset=gbk>".utf8), "text/plain", "UTF-8"),
            (Array("<?xml encoding='gbk'?>".utf8), "application/atom+xml", "GBK"), ([0xE9], "text/html", "windows-1252"),
            ([0xE9], "application/problem+json", "UTF-8"), ([0xE9], "", "windows-1252"),
        ] as [([UInt8], String, String)])
    func order(content: [UInt8], contentType: String, name: String) {
        #expect(TextEncoding(of: content, contentType: MediaType(contentType)).name == name)
    }

    @Test("Responses are read as they declare themselves, at once and as they arrive") func responses() async throws {
        let page = Array("<meta charset=windows-1251><p>".utf8) + [0xCF, 0xF0, 0x0A, 0xE8]
        let script = ScriptedTransport(otherwise: .chunks(page.map { [$0] }, contentType: "text/html"))
        let client = HTTPClient(scripted: script)
        let text = "<meta charset=windows-1251><p>Пр\nи"
        let collected = try await client.get("http://h/").collected()
        #expect(collected.text == text && collected.encoding.name == "windows-1251")
        #expect(try await client.get("http://h/").textChunks().reduce("", +) == text)
        #expect(try await client.get("http://h/").lines().reduce(into: []) { $0.append($1) }.last == "и")
    }
}
