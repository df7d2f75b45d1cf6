internal import Retriever

/// The manual page, for `man`, made from the table of options.
package enum ManualPage {
    package static let text =
        """
        .TH RETRIEVE 1 "" "retrieve \(RetrieverVersion.current)" "User Commands"
        .SH NAME
        retrieve \\- make HTTP requests, download files
        .SH SYNOPSIS
        .B retrieve
        [option ...] [METHOD] URL [item ...]
        .br
        .B retrieve get
        [option ...] URL ...
        .br
        .B retrieve sse|lines|pages
        [option ...] URL
        .br
        .B retrieve
        [option ...]
        .B from\\-curl
        \\(aqcurl ...\\(aq
        .br
        .B retrieve help
        [TOPIC]
        .SH DESCRIPTION
        Makes an HTTP request and prints the answer: laid out and coloured on a terminal, byte for byte into a pipe or file.
        The scheme may be left out of a URL: it is http. \\(lq:8080/path\\(rq is http://localhost:8080/path.
        .PP
        Options may stand anywhere. Those that are on or off are switched off by \\-\\-no\\-NAME or \\-\\-NAME=false. Words after
        \\(lq\\-\\-\\(rq are no options.

        """ + OptionTable.topics.map(section).joined()
            + """
            .SH ENVIRONMENT
            NO_COLOR, http_proxy, https_proxy, all_proxy, no_proxy, NETRC, XDG_CACHE_HOME, XDG_CONFIG_HOME
            .SH FILES
            ~/.netrc, ~/.cache/retrieve, ~/.config/retrieve/sessions
            .SH SEE ALSO
            .BR curl (1)

            """

    private static func section(_ topic: OptionTopic) -> String {
        ".SH \"\(escaped(topic.title).uppercased())\"\n" + paragraphs(topic.text) + topic.options.map(entry).joined()
            + topic.examples.map {
                ".PP\n\(line($0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst())):\n.PP\n.nf\n    \(line($0.line))\n.fi\n"
            }
            .joined()
    }

    private static func entry(_ option: CommandOption) -> String {
        ".TP\n.B \(escaped(OptionText.names(option)))\n\(line(option.help.prefix(1).uppercased() + option.help.dropFirst())).\n"
    }

    /// Lines that are indented, such as lists, stay lines.
    private static func paragraphs(_ text: String) -> String {
        var result = ""
        var isVerbatim = false
        for text in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indented = text.hasPrefix("  ")
            if indented != isVerbatim, !text.isEmpty {
                result += indented ? ".nf\n" : ".fi\n"
                isVerbatim = indented
            }
            result += text.isEmpty ? ".PP\n" : line(text) + "\n"
        }
        return result + (isVerbatim ? ".fi\n" : "")
    }

    /// A line of text, which must not begin as a request to roff does.
    private static func line(_ text: some StringProtocol) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "“": result += "\\(lq"
            case "”": result += "\\(rq"
            case "…": result += "..."
            case "–": result += "\\(en"
            case "'": result += "\\(aq"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
