extension OptionTable {
    static let authentication = OptionTopic(
        name: "auth", title: "Who asks",
        text: """
            --auth user:password answers Basic and Digest, whichever the server wants; without “:password” it is asked for on the
            terminal. A bearer token is given by --auth-type bearer --auth TOKEN. Negotiate takes the user's Kerberos ticket. When
            a server asks and nothing was given, ~/.netrc, or the file that $NETRC names, is looked into.

            --keyring takes the password of --auth USER, or without --auth that of any user, from the desktop's keyring when a server
            asks for it. Where there is none, or a refused one, it is asked for on the terminal, but not during downloads. What is
            typed, or given as user:password, is kept there once the server has accepted it. --keyring --forget URL removes what
            is kept for the host, with --auth USER what is that user's. The program retrieve-keyring has to stand beside retrieve.

            --session NAME keeps cookies, credentials and fields of a host for the next command with the same name, in a file that
            only you may read: below $XDG_CONFIG_HOME/retrieve, or where a NAME with a “/” says. Credentials are never sent to
            another origin. Downloads, events, lines and pages use and keep a session, too.
            """,
        options: [
            .value(
                "auth", also: ["user"], letters: "au", called: "USER[:PASSWORD]", common: true, curl: .words { _ in [] },
                "user and password, or a token"
            ) {
                $0.credentials = $1
            },
            .value(
                "auth-type", called: "basic|digest|bearer|negotiate|ntlm", curl: .words { _ in [] }, "the way to prove who asks"
            ) {
                settings, text throws(UsageError) in
                guard let type = Settings.AuthenticationType(rawValue: text.lowercased()) else {
                    throw UsageError("it is basic, digest, bearer, negotiate or ntlm")
                }
                settings.authenticationType = type
            },
            .value(
                "bearer", also: ["oauth2-bearer"], called: "TOKEN", curl: .words { _ in [] },
                "short for --auth-type bearer --auth TOKEN"
            ) {
                $0.authenticationType = .bearer
                $0.credentials = $1
            },
            .flag(
                "netrc", letters: "n", curl: .words { $0 == "true" ? ["--netrc"] : [] },
                "on unless told otherwise: look into ~/.netrc when a server asks"
            ) { $0.usesNetrc = $1 },
            .flag("keyring", "take the password from the desktop's keyring, and keep one there that a server has accepted") {
                $0.keyring = $1
            },
            .flag("forget", "with --keyring: remove the host's passwords there, instead of making a request") {
                $0.forgetsPasswords = $1
            },
            .value(
                "session", called: "NAME", common: true, curl: .words { _ in [] },
                "keep cookies, credentials and fields under a name"
            ) {
                $0.session = $1
            },
            .value("session-read-only", called: "NAME", curl: .words { _ in [] }, "use a session without changing it") {
                $0.session = $1
                $0.savesSession = false
            },
            .value(
                "cookies", also: ["cookie-jar"], letters: "c", called: "FILE",
                curl: .words { ["--cookie", $0, "--cookie-jar", $0] }, "take cookies from a file and keep them there"
            ) {
                $0.cookieFile = $1
            },
        ],
        examples: [
            .init("retrieve --auth ada:secret :8080/private", "Basic or Digest"),
            .init("retrieve --bearer TOKEN :8080/api", "a token"),
            .init("retrieve --keyring --auth ada :8080/jokes", "with the password in the keyring, if one is asked for"),
            .init("retrieve --session work :8080/login user=ada", "what the server sets is sent the next time"),
        ])
}
