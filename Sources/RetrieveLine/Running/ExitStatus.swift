internal import HTTPSemantics
internal import Retriever

/// What the program ends with. These are promised to scripts.
enum ExitStatus {
    static let failure: Int32 = 1
    static let usage: Int32 = 2
    static let timeout: Int32 = 6
    static let tls: Int32 = 7
    static let interrupted: Int32 = 130

    /// For an answer.
    static func of(_ status: HTTPResponse.Status) -> Int32 {
        switch status.kind {
        case .successful: 0
        case .redirection: 3
        case .clientError: 4
        case .serverError: 5
        case .informational, .invalid: failure
        }
    }

    /// For a failure.
    static func of(_ error: any Error) -> Int32 {
        if let status = (error as? HTTPClientError)?.status { return of(status) }
        return switch (error as? HTTPClientError)?.code {
        case .timedOut: timeout
        case .tls: tls
        // What was asked for cannot be done, whoever answers.
        case .configuration, .unsupported, .badURL, .invalidRequest: usage
        default: error is UsageError ? usage : failure
        }
    }
}
