import Dispatch
import Glibc

/// Being asked to end: SIGTERM from the system, SIGINT from the keyboard.
package enum TerminationSignal {
    /// Returns after the first SIGTERM or SIGINT that arrives from the time of the call on. A client that goes away (SIGPIPE) no
    /// longer ends the process either.
    ///
    /// - Parameter whenListening: Called once a signal would be noticed.
    package static func wait(_ whenListening: @escaping @Sendable () -> Void) async {
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "retriever.signals")
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { continuation.yield() }
            source.activate()
            return source
        }
        queue.async(execute: whenListening)
        for await _ in stream { break }
        for source in sources { source.cancel() }
    }

    /// From now on these signals end the program at once, as if nobody had ever waited for them.
    package static func restore() {
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    }
}
