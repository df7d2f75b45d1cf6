/// Text that came as octets: UTF-8 where it is valid, else ISO 8859-1, which any octets are (RFC 9110 §5.5).
extension String {
    /// The text that octets are.
    ///
    /// - Parameter isLatin1: Whether they are no UTF-8.
    init(octets: some Collection<UInt8>, isLatin1: Bool) {
        self =
            isLatin1
            ? String(String.UnicodeScalarView(octets.lazy.map { Unicode.Scalar($0) })) : String(decoding: octets, as: UTF8.self)
    }

    /// The octets that the text was read from.
    func octets(isLatin1: Bool) -> [UInt8] {
        isLatin1 ? unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(utf8)
    }
}
