package import HTTPSemantics

/// What the options ask for; each is described in ``OptionTable``.
package struct Settings: Sendable {
    /// What the items become.
    package enum ContentStyle: Sendable, Equatable { case json, form, multipart }

    /// Where content comes from that is sent as it is.
    package enum ContentSource: Sendable, Equatable {
        case text(String)
        case file(String)
        case standardInput
    }

    // The request
    package var method: String?
    package var contentStyle: ContentStyle?
    package var contentSource: ContentSource?
    package var fields: [HTTPField] = []
    package var ignoresStandardInput = false

    // Output
    package var parts: OutputParts?
    package var isQuiet = false
    package var pretty: Pretty?
    package var streams = false
    package var outputFile: String?
    package var selection: Selection?
    package var template: OutputTemplate?
    package var wantsReport = false
    package var wantsMetrics = false
    package var checksStatus = true

    // Redirects
    package var followsRedirects = false
    package var maximumRedirects = 20
    package var showsHops = false

    // The command
    package var wantsHelp = false
    package var wantsVersion = false

    package init() {}
}
