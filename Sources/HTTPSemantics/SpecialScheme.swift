/// The schemes whose URLs parse as web pages expect. WHATWG URL standard §4.2 "special scheme".
enum SpecialScheme {
    static func contains(_ scheme: some StringProtocol) -> Bool {
        switch scheme {
        case "http", "https", "ws", "wss", "ftp", "file": true
        default: false
        }
    }

    static func defaultPort(of scheme: some StringProtocol) -> UInt16? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }
}
