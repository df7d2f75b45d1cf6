import Foundation
import TestSupport
import Testing

@testable import Retriever

@Suite("Text and lines of a response")
struct TextStreamTests {
    /// Decodes bytes in parts of a size.
    private func decode(_ bytes: [UInt8], label: String?, partSize: Int) -> String {
        var decoder = TextDecoder(label: label)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: partSize) {
            text += decoder.decode(Array(bytes[start..<min(start + partSize, bytes.count)]))
        }
        return String(decoding: text + decoder.finish(), as: UTF8.self)
    }

    @Test(
        "Encodings by their WHATWG labels, however the bytes are cut",
        arguments: [
            ("ibm866", "8FE0A8A2A5E2", "Привет"),
            ("latin2", "A3F364BC", "Łódź"),
            ("latin3", "A1", "Ħ"),
            ("latin4", "AB", "Ģ"),
            ("iso-8859-5", "BFE0D8D2D5E2", "Привет"),
            ("arabic", "E5D1CDC8C7", "مرحبا"),
            ("greek", "C3E5E9DC", "Γειά"),
            ("hebrew", "F9ECE5ED", "שלום"),
            ("latin6", "DE", "Þ"),
            ("iso-8859-13", "FE", "ž"),
            ("iso-8859-14", "B8", "ẁ"),
            ("iso-8859-15", "A4", "€"),
            ("iso-8859-16", "BA", "ș"),
            ("koi8-r", "F0D2C9D7C5D4", "Привет"),
            ("koi8-u", "BD", "Ґ"),
            ("macintosh", "8EA0", "é†"),
            ("tis-620", "CAC7D1CAB4D5", "สวัสดี"),
            ("windows-1250", "9E", "ž"),
            ("windows-1251", "CFF0E8E2E5F2", "Привет"),
            ("iso-8859-1", "E980", "é€"),
            ("windows-1253", "C3", "Γ"),
            ("latin5", "F080", "ğ€"),
            ("windows-1255", "F9", "ש"),
            ("windows-1256", "E3", "م"),
            ("windows-1257", "FE", "ž"),
            ("windows-1258", "F0", "đ"),
            ("x-mac-cyrillic", "8FF0E8E2E5F2", "Привет"),
            ("gb2312", "C4E3BAC3", "你好"),
            ("gb18030", "C4E3BAC395328236", "你好𠀀"),
            ("big5", "A741A66E", "你好"),
            ("euc-jp", "C6FCCBDC", "日本"),
            ("iso-2022-jp", "1B2442467C4B5C1B2842", "日本"),
            ("Shift_JIS", "93FA967B8740", "日本①"),
            ("euc-kr", "8C63B9E6", "똠방"),
            ("utf-16be", "65E5D840DC00", "日𠀀"),
            ("utf-16", "E56540D800DC", "日𠀀"),
            (" UTF8 ", "E697A5F0A08080", "日𠀀"),
        ])
    func encodings(label: String, hexadecimal: String, text: String) throws {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        for partSize in 1...bytes.count { #expect(decode(bytes, label: label, partSize: partSize) == text) }
    }

    @Test(
        "A byte order mark decides, and is left out",
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é"), ([0xFE, 0xFF, 0x00, 0xE9], "é"), ([0xFF, 0xFE, 0xE9, 0x00], "é"),
            ([0xEF, 0xBB, 0xBF], ""), ([0xFF, 0xFE], ""), ([0xEF, 0xBB], "п»"), ([], ""), ([0xE9], "й"),
        ] as [([UInt8], String)])
    func byteOrderMarks(bytes: [UInt8], text: String) {
        for partSize in 1...5 { #expect(decode(bytes, label: "windows-1251", partSize: partSize) == text) }
    }

    @Test(
        "Bytes that mean nothing become U+FFFD",
        arguments: [
            ("utf-8", [0x61, 0xFF, 0x62], "a\u{FFFD}b"), ("utf-8", [0x61, 0xE2, 0x82], "a\u{FFFD}"),
            ("euc-jp", [0x61, 0xFF, 0x62, 0x63], "a\u{FFFD}bc"), ("shift_jis", [0x61, 0x62, 0x93], "ab\u{FFFD}"),
            ("utf-16le", [0x61, 0x00, 0x00, 0xDC, 0x62, 0x00], "a\u{FFFD}b"), ("utf-16le", [0x61, 0x00, 0x62], "a\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func invalidBytes(label: String, bytes: [UInt8], text: String) {
        for partSize in 1...bytes.count { #expect(decode(bytes, label: label, partSize: partSize) == text) }
    }

    @Test(
        "A charset that is unknown, or dangerous, counts as none", arguments: ["klingon", "utf-7", "utf-32", "", "a//b"])
    func unknownCharsets(label: String) {
        #expect(decode(Array("é".utf8), label: label, partSize: 1) == "é")
    }

    // MARK: - Over the wire

    /// A server that answers with bytes in parts, each sent by itself.
    private func server(_ parts: [[UInt8]], contentType: String = "text/plain", status: String = "200 OK") throws -> RawServer {
        try RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 \(status)\r\nContent-Type: \(contentType)\r\nTransfer-Encoding: chunked\r\n\r\n")
                for part in parts where !part.isEmpty {
                    connection.write("\(String(part.count, radix: 16))\r\n")
                    connection.write(part)
                    connection.write("\r\n")
                }
                connection.write("0\r\n\r\n")
            }
        }
    }

    private func lines(_ text: String, limit: Int = 1 << 20) async throws -> [String] {
        let server = try server(text.utf8.map { [$0] })
        defer { server.stop() }
        return try await HTTPClient().get(server.url).lines(upTo: limit).reduce(into: []) { $0.append($1) }
    }

    @Test(
        "Lines end at LF or CR LF",
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("\n", [""]),
            ("\n\r\n\na", ["", "", "", "a"]), ("a\rb\r\n", ["a\rb"]), ("é\n日", ["é", "日"]), ("a\r", ["a"]),
        ] as [(String, [String])])
    func lineEnds(text: String, expected: [String]) async throws {
        #expect(try await lines(text) == expected)
    }

    @Test("A line is given when its end has come, not later") func linesAtOnce() async throws {
        let next = Barrier(2)
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\none\n")
            next.arrive()
            connection.write("two\n")
        }
        defer { server.stop() }
        var seen: [String] = []
        for try await line in try await HTTPClient().get(server.url).lines() {
            seen.append(line)
            if line == "one" { Thread.detachNewThread { next.arrive() } }
        }
        #expect(seen == ["one", "two"])
    }

    @Test("A line that is too long is an error that names it") func lineLimit() async throws {
        #expect(try await lines("abc\r\nabc", limit: 3) == ["abc", "abc"])
        for text in ["a\nabcd\n", "a\nabcd", "a\nabcdefghijk"] {
            let error = await expectError(.contentTooLarge) { try await lines(text, limit: 3) }
            #expect(error?.message == "line 2 is longer than the limit of 3 bytes")
        }
    }

    @Test("An endless line does not fill the memory") func endlessLine() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            while connection.write([UInt8](repeating: 0x61, count: 1 << 16)) {}
        }
        defer { server.stop() }
        await expectError(.contentTooLarge) {
            for try await _ in try await HTTPClient().get(server.url).lines() {}
        }
    }

    @Test("Lines and text in another encoding") func encodedLines() async throws {
        let text = "Привет\r\nмир\n"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let server = try server(bytes.map { [$0] }, contentType: "text/plain; charset=\"UTF-16LE\"")
        defer { server.stop() }
        let client = HTTPClient()
        #expect(try await client.get(server.url).lines().reduce(into: []) { $0.append($1) } == ["Привет", "мир"])
        #expect(try await client.get(server.url).textChunks().reduce("", +) == text)
        #expect(try await client.get(server.url).text() == text)
    }

    @Test("A break in the middle gives the lines before it, and then the error") func brokenLines() async throws {
        let broken = try RawServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\none\ntw")
        }
        defer { broken.stop() }
        var seen: [String] = []
        await expectError(.connectionLost) {
            for try await line in try await HTTPClient().get(broken.url).lines() { seen.append(line) }
        }
        #expect(seen == ["one"])
    }

    private struct Item: Decodable, Equatable { var id: Int }

    @Test("JSON lines become values; empty lines are passed over") func jsonLines() async throws {
        let text = "{\"id\":1}\n\n{\"id\":2}\r\n  \n{\"id\":3}"
        let server = try server(text.utf8.map { [$0] }, contentType: "application/x-ndjson; charset=latin1")
        defer { server.stop() }
        let items = try await HTTPClient().get(server.url).jsonLines(as: Item.self).reduce(into: []) { $0.append($1) }
        #expect(items == [Item(id: 1), Item(id: 2), Item(id: 3)])
    }

    @Test("A line that is not the expected value is an error that names line and key") func brokenJSONLine() async throws {
        let server = try server([Array("{\"id\":1}\n\n{\"it\":2}\n".utf8)])
        defer { server.stop() }
        var seen: [Item] = []
        let error = await expectError(.decoding) {
            for try await item in try await HTTPClient().get(server.url).jsonLines(as: Item.self) { seen.append(item) }
        }
        #expect(seen == [Item(id: 1)])
        #expect(error?.message.contains("line 3 of") == true && error?.message.contains("key id is missing") == true)
        #expect(error?.cause is DecodingError)
    }

    @Test("JSON lines check the status, other lines do not") func jsonLinesStatus() async throws {
        let server = try server([Array("busy\n".utf8)], status: "503 Busy")
        defer { server.stop() }
        let error = await expectError(.status) {
            for try await _ in try await HTTPClient().get(server.url).jsonLines(as: Item.self) {}
        }
        #expect(error?.status == 503 && error?.contentPrefix == Array("busy\n".utf8))
        #expect(try await HTTPClient().get(server.url).lines().reduce("", +) == "busy")
    }
}
