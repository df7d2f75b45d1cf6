import Dispatch
import Glibc

/// Being asked to end: SIGTERM from the system, SIGINT from the keyboard.
package enum TerminationSignal {
    /// Returns after the first SIGTERM or SIGINT that arrives from the time of the call on. A client that goes away (SIGPIPE) no
    /// longer ends the process either.
    ///
    /// - Parameters:
    ///   - secondEnds: Whether the next such signal ends the process at once, whatever it is doing then.
    ///   - whenListening: Called once a signal would be noticed.
    package static func wait(secondEnds: Bool = false, _ whenListening: @escaping @Sendable () -> Void) async {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "retriever.signals")
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let numbers = [SIGTERM, SIGINT]
        let sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // Here, since whoever waits may not get to run any more.
                if secondEnds { for number in numbers { signal(number, SIG_DFL) } }
                continuation.yield()
            }
            source.activate()
            return source
        }
        queue.async(execute: whenListening)
        for await _ in stream { break }
        for source in sources { source.cancel() }
    }
}
