internal import CIDN2

/// "Domain to ASCII" as the WHATWG URL standard asks for it (UTS 46, non-transitional), by libidn2; `nil` for a domain that is
/// not valid.
package func domainToASCII(_ domain: String) -> String? {
    var result: UnsafeMutablePointer<CChar>?
    let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    // libidn2 reads a C string: a NUL inside would silently cut the name.
    guard !domain.utf8.contains(0), unsafe idn2_to_ascii_8z(domain, &result, flags) == IDN2_OK.rawValue,
        let result = unsafe result
    else { return nil }
    defer { unsafe idn2_free(result) }
    return unsafe String(cString: result)
}
