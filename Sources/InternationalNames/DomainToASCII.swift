internal import CIDN2

/// "Domain to ASCII" as the WHATWG URL standard asks for it (UTS 46, non-transitional), by libidn2; `nil` for a domain that is
/// not valid.
package func domainToASCII(_ domain: String) -> String? {
    // libidn2 reads a C string: a NUL inside would silently cut the name.
    guard !domain.utf8.contains(0) else { return nil }
    if let ascii = libidn2ToASCII(domain) { return ascii }
    // libidn2 follows IDNA 2008 in refusing symbols; UTS 46, and browsers with it, let them be names: i❤.ws.
    let labels = domain.unicodeScalars.split(omittingEmptySubsequences: false) {
        ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
    }
    var hasSymbols = false
    var ascii: [String] = []
    for label in labels {
        if let symbols = SymbolLabel(label) {
            hasSymbols = true
            ascii.append(symbols.ascii)
        } else if label.allSatisfy(\.isASCII), !label.starts(with: "xn--".unicodeScalars) {
            ascii.append(String(label))
        } else {
            guard let name = libidn2ToASCII(String(label)) else { return nil }
            ascii.append(name)
        }
    }
    return hasSymbols ? ascii.joined(separator: ".") : nil
}

private func libidn2ToASCII(_ name: String) -> String? {
    var result: UnsafeMutablePointer<CChar>?
    let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    guard unsafe idn2_to_ascii_8z(name, &result, flags) == IDN2_OK.rawValue, let result = unsafe result else { return nil }
    defer { unsafe idn2_free(result) }
    return unsafe String(cString: result)
}
