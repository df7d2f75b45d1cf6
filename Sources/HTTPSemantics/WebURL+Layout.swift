extension WebURL {
    /// Where the components stand in `href`, as byte offsets in rising order. Together with `href` that is all a URL holds: copying
    /// one costs one retain.
    struct Layout: Sendable {
        /// After the scheme's ":".
        var schemeEnd = 0
        var usernameEnd = 0
        /// After the "@" of the credentials; where these would begin when there are none.
        var hostStart = 0
        /// The host, brackets included, ends here; a port may follow.
        var hostEnd = 0
        var pathStart = 0
        /// After "?"; 0 without a query.
        var queryStart = 0
        /// After "#"; 0 without a fragment.
        var fragmentStart = 0
        var port: UInt16?
        var special: SpecialScheme?
        var hasHost = false
        var hasOpaquePath = false

        /// After the "//" of a URL with a host.
        var usernameStart: Int { schemeEnd + 2 }
        var username: Range<Int> { hasHost ? usernameStart..<usernameEnd : 0..<0 }
        var password: Range<Int> {
            // Between ":" and "@"; without a password the user name reaches up to the "@".
            hasHost && usernameEnd + 1 < hostStart ? usernameEnd + 1..<hostStart - 1 : 0..<0
        }
        var host: Range<Int> { hostStart..<hostEnd }
        /// After the port. Without a host a "/." may stand between this place and the path.
        var authorityEnd: Int { hasHost ? pathStart : schemeEnd }
    }
}
