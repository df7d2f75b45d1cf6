import HTTPSemantics
import Testing

@Suite("Content-Disposition, RFC 6266 and 8187")
struct ContentDispositionTests {
    @Test(
        "The name that is meant",
        arguments: [
            // RFC 6266 §5
            (#"Attachment; filename=example.html"#, "example.html"), (#"INLINE; FILENAME= "an example.html""#, "an example.html"),
            (#"attachment; filename*= UTF-8''%e2%82%ac%20rates"#, "€ rates"),
            (#"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#, "€ rates"),
            (#"attachment; filename*=utf-8''%e2%82%ac%20rates; filename="EURO rates""#, "€ rates"),
            // quoting
            (#"attachment; filename="foo-\"bar\".html""#, #"foo-"bar".html"#), (#"attachment; filename="f\oo.html""#, "foo.html"),
            (#"attachment; filename="a;b=c.txt"; x=y"#, "a;b=c.txt"), (#"attachment; filename='foo.bar'"#, "'foo.bar'"),
            (#"attachment; filename="foo-%41.html""#, "foo-%41.html"), (#"attachment; filename="""#, ""),
            // RFC 8187
            (#"attachment; filename*=iso-8859-1'en'foo-%E4.html"#, "foo-ä.html"),
            (#"attachment; filename*=UTF-8'de'a'b.txt"#, "a'b.txt"),
            (#"attachment; filename*="UTF-8''foo-%41.txt""#, "foo-A.txt"),
            // what cannot be decoded is left out
            (#"attachment; filename*=UTF-8''%; filename=plain"#, "plain"),
            (#"attachment; filename*=UTF-8''%ff; filename=plain"#, "plain"),
            (#"attachment; filename*=koi8-r''a; filename=plain"#, "plain"),
            (#"attachment; filename*=a; filename=plain"#, "plain"),
            // sloppiness
            (#"attachment; filename=an example.html"#, "an example.html"), (#"filename=alone.txt"#, "alone.txt"),
            (#"attachment;;filename = "spaced.txt" ; ;"#, "spaced.txt"),
            (#"attachment; filename="not closed.txt"#, "not closed.txt"),
            (#"attachment; filename="C:\folder\file.txt""#, #"C:\folder\file.txt"#), (#"attachment; filename=ü.txt"#, "ü.txt"),
            ("attachment; filename=\"a\"\u{301}; x=\"\u{301};", "a"), ("attachment;\u{301}; filename=a;\u{301}", "a"),
            (#"attachment; filename=first; filename=second"#, "first"), (#"attachment; filename="a" rest; b=c"#, "a"),
        ])
    func fileName(value: String, name: String) {
        #expect(ContentDisposition(value)?.fileName == name)
    }

    @Test(
        "No name is meant",
        arguments: ["inline", "attachment; foo=bar", "attachment; filename", "attachment; =a", ";;;", "form-data; name=file"])
    func noName(value: String) {
        #expect(ContentDisposition(value)?.fileName == nil)
    }

    @Test("The type", arguments: [("INLINE; a=b", "inline"), ("attachment", "attachment"), ("filename=x", "attachment")])
    func type(value: String, type: String) {
        #expect(ContentDisposition(value)?.type == type)
    }

    @Test("What says nothing", arguments: ["", "a b", "\"attachment\"", "/"]) func malformed(value: String) {
        #expect(ContentDisposition(value) == nil)
    }

    @Test(
        "Names are made safe",
        arguments: [
            ("plain.txt", "plain.txt"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
            (#"C:\windows\win.ini"#, "win.ini"),
            (#"..\..\a"#, "a"), (".bashrc", "bashrc"), ("...a", "a"), ("a. . ", "a"), ("  a b  ", "a b"),
            ("a\u{0}b\nc\u{7F}\u{9B}d", "abcd"),
            ("gpj.\u{202E}exe", "gpj.exe"), ("a<b>c:d\"e|f?g*h", "a_b_c_d_e_f_g_h"), ("CON", "_CON"),
            ("com1.tar.gz", "_com1.tar.gz"), ("../\u{301}a/\u{301}b", "\u{301}b"), (".\u{301}a", "\u{301}a"),
            ("con.\u{301}", "_con.\u{301}"),
            ("nul .txt", "_nul .txt"), ("console", "console"), ("COM¹", "_COM¹"), ("LPT", "LPT"),
            ("Ünï – 日本.pdf", "Ünï – 日本.pdf"),
        ])
    func safeNames(name: String, safe: String) {
        #expect(name.safeFileName == safe)
        #expect(safe.safeFileName == safe)
    }

    @Test("Nothing is left of a name", arguments: ["", ".", "..", "/", "a/", "...", " ", "\u{202E}", "\\", "a\\.."])
    func noSafeName(name: String) {
        #expect(name.safeFileName == nil)
    }

    @Test(
        "A name fits into a folder and keeps its extension",
        arguments: [
            (String(repeating: "a", count: 300) + ".txt", ".txt"), (String(repeating: "ü", count: 300) + ".tar.gz", ".tar.gz"),
            (String(repeating: "👩‍👩‍👧", count: 100) + ".x", ".x"), ("e" + String(repeating: "\u{301}", count: 400) + ".txt", ".txt"),
            ("a." + String(repeating: "b", count: 400), ""), (String(repeating: "a. ", count: 100), "a"),
            ("." + String(repeating: "b", count: 400), ""),
        ])
    func longNames(name: String, pathExtension: String) throws {
        let safe = try #require(name.safeFileName)
        #expect(safe.utf8.count <= 255)
        #expect(safe.hasSuffix(pathExtension))
        #expect(name.safeFileName?.safeFileName == safe)
        #expect(!safe.contains("\u{FFFD}"))
    }
}
