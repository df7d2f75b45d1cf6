internal import Console
internal import HTTPSemantics
internal import Retriever

/// One run of `retrieve`.
package enum Retrieval {
    /// Does what the words ask for.
    ///
    /// - Returns: The exit status; `help status` says which there are.
    package static func run(_ arguments: [String]) async -> Int32 {
        OutputFile.ignoreClosedPipes()
        do throws(any Error) {
            let invocation = try RetrieveInvocation(arguments)
            switch invocation.command {
            case .help: try OutputFile.standard.write(FittedText(HelpPage.short).text)
            case .topic(let name): try OutputFile.standard.write(FittedText(try name.map(HelpPage.page) ?? HelpPage.topics).text)
            case .manual: try OutputFile.standard.write(ManualPage.text)
            case .completions(let shell): try OutputFile.standard.write(CompletionScript.text(for: shell))
            case .version: Console.print("retrieve \(RetrieverVersion.current)")
            case .download(let jobs, let line):
                return try await DownloadsRun(jobs, line, invocation.settings).run()
            case .forget(let origin, let user): try await KeyringPasswords.forget(origin, user: user)
            case .stream(let kind, let line):
                var run = try StreamRun(kind, try PreparedRequest(line, invocation.settings))
                return try await run.run()
            case .request(let line):
                let prepared = try PreparedRequest(line, invocation.settings)
                if prepared.settings.isDryRun || prepared.settings.printsCurl {
                    return try await DryRun(prepared: prepared).run()
                }
                var run = RequestRun(prepared)
                return try await run.run()
            }
            return 0
        } catch let failure as OutputFile.Failure where failure.isClosedPipe {
            return OutputFile.endByClosedPipe()
        } catch {
            report(error)
            return ExitStatus.of(error)
        }
    }

    /// Says on standard error what went wrong.
    static func report(_ error: any Error) {
        let lines = (error as? UsageError)?.lines ?? ["retrieve: \(error.words.printable)"]
        for line in lines { Console.printError(line) }
    }
}
