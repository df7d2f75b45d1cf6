/// Where a server listens and what it accepts.
package struct ServerConfiguration: Sendable {
    /// The host name or address to listen on.
    package var host = "127.0.0.1"
    /// The port; 0 lets the system pick one.
    package var port: UInt16 = 8080
    /// How many threads answer.
    package var threads = 2
    /// How many connections may be open, or fewer where the system allows the process fewer files; more wait in the system's queue
    /// until one closes.
    package var maximumConnections = 4096
    /// The longest request target, in bytes; a longer one gets 414.
    package var maximumTargetSize = 4 * 1024
    /// The largest request head, in bytes; a larger one gets 431. Beyond about twice this the connection's memory is used up
    /// and the answer is the underlying library's own. The library clears this memory for every request, so more costs speed.
    package var maximumHeadSize = 8 * 1024
    /// The largest content, in bytes; more gets 413.
    package var maximumContentSize = 64 * 1024
    /// How much content beyond the limit is read and thrown away, in bytes, so that the client gets to read its 413.
    package var maximumDiscardedSize = 4 * 1024 * 1024
    /// How long a connection may be silent.
    package var idleTimeout: Duration = .seconds(30)
    /// How long a connection may take to deliver a whole request, counted from its opening or from the end of the previous
    /// answer. This, not silence, stops clients that send a byte now and then.
    package var requestTimeout: Duration = .seconds(30)

    /// The defaults above.
    package init() {}
}
