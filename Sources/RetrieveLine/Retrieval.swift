internal import Console
internal import HTTPSemantics
internal import Retriever

/// One run of `retrieve`.
package enum Retrieval {
    /// Does what the words ask for.
    ///
    /// - Returns: The exit status: 0 for 2xx, 3, 4 and 5 for those statuses, 1 when there was no answer, 2 for words that mean
    ///   nothing.
    package static func run(_ arguments: [String]) async -> Int32 {
        do throws(UsageError) {
            switch try RetrieveInvocation(arguments) {
            case .help: Console.print(RetrieveInvocation.helpText)
            case .version: Console.print("retrieve \(RetrieverVersion.current)")
            case .request(let line): return await retrieve(try line.build(), followsRedirects: line.followsRedirects)
            }
            return 0
        } catch {
            Console.printError("retrieve: \(error.description.printable); see retrieve --help")
            return 2
        }
    }

    private static func retrieve(_ built: BuiltRequest, followsRedirects: Bool) async -> Int32 {
        StandardOutput.ignoreClosedPipes()
        var configuration = HTTPClient.Configuration()
        configuration.headerFields.removeAll { built.withheldFields.contains($0.name) }
        configuration.options.redirects = followsRedirects ? .follow() : .deliverRedirectionResponse
        let client = HTTPClient(configuration: configuration)
        do {
            let response = try await client.perform(built.request, content: built.content)
            for try await chunk in response.body { try StandardOutput.write(chunk) }
            return exitStatus(response.status)
        } catch let failure as StandardOutput.Failure where failure.isClosedPipe {
            return StandardOutput.endByClosedPipe()
        } catch {
            Console.printError("retrieve: \("\(error)".printable)")
            return 1
        }
    }

    private static func exitStatus(_ status: HTTPResponse.Status) -> Int32 {
        switch status.kind {
        case .successful: 0
        case .redirection: 3
        case .clientError: 4
        case .serverError: 5
        case .informational, .invalid: 1
        }
    }
}
