internal import Glibc

/// Converts bytes of an encoding, part by part, to UTF-8. iconv of the C library does it.
@safe final class TextConverter {
    private let descriptor: iconv_t
    private let unitSize: Int
    /// The beginning of a character whose end has not come.
    private var rest: [UInt8] = []

    private static let replacement = Array("\u{FFFD}".utf8)
    /// What the web's GBK and gb18030 have at 0x80, and iconv has not.
    private static let euro = Array("€".utf8)
    private let isChinese: Bool

    /// `nil` when the installed system does not know the encoding.
    ///
    /// - Parameters:
    ///   - name: What iconv calls it.
    ///   - unitSize: How many bytes are passed over where they mean nothing.
    init?(_ name: String, unitSize: Int) {
        guard let descriptor = unsafe iconv_open("UTF-8", name), Int(bitPattern: descriptor) != -1 else { return nil }
        unsafe self.descriptor = descriptor
        self.unitSize = unitSize
        isChinese = name == "GB18030"
    }

    deinit { unsafe iconv_close(descriptor) }

    /// The text that has come so far; bytes that mean nothing become U+FFFD.
    func convert(_ bytes: [UInt8]) -> [UInt8] {
        var source = rest + bytes
        let count = source.count
        var used = 0
        // No character of any encoding becomes more than four bytes, most become three at most; the loop makes up for the others.
        var result: [UInt8] = []
        while used < count {
            var error: CInt = 0
            let part = unsafe [UInt8](unsafeUninitializedCapacity: (count - used) * 3 + 16) { buffer, written in
                unsafe source.withUnsafeMutableBytes { source in
                    unsafe source.baseAddress.map { start in
                        error = unsafe step(start.assumingMemoryBound(to: CChar.self), count, &used, buffer, &written)
                    }
                }
            }
            result += part
            if error == EINVAL { break }  // the end of a character is missing
            if error == EILSEQ {
                result += source[used] == 0x80 && isChinese ? Self.euro : Self.replacement
                used = min(count, used + unitSize)
            }
        }
        rest = Array(source[used...])
        return result
    }

    /// Converts from `used` on; the reason for an end before `count`, or 0.
    private func step(
        _ start: UnsafeMutablePointer<CChar>, _ count: Int, _ used: inout Int, _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ written: inout Int
    ) -> CInt {
        var source: UnsafeMutablePointer<CChar>? = unsafe start + used
        var sourceLeft = count - used
        var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var targetLeft = buffer.count
        let result = unsafe iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        used = count - sourceLeft
        written = buffer.count - targetLeft
        return result == Int(bitPattern: UInt.max) ? errno : 0
    }

    /// What is left at the end: a character that iconv has kept for an accent that could have followed, and one that was cut off.
    func finish() -> [UInt8] {
        defer { rest = [] }
        let kept = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, written in
            var target = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var targetLeft = buffer.count
            unsafe iconv(descriptor, nil, nil, &target, &targetLeft)
            written = buffer.count - targetLeft
        }
        return rest.isEmpty ? kept : kept + Self.replacement
    }
}
