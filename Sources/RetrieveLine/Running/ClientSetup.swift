internal import HTTPSemantics
internal import Retriever

/// The client that the options ask for.
enum ClientSetup {
    static func configuration(_ settings: Settings, withholding names: Set<HTTPField.Name>) throws -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        if !names.isEmpty { configuration.headerFields.removeAll { names.contains($0.name) } }
        configuration.options.redirects =
            settings.followsRedirects ? .follow(maximum: settings.maximumRedirects) : .deliverRedirectionResponse
        return configuration
    }
}
