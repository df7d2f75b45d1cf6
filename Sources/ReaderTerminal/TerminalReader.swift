package import CatalogAPI
internal import HTTPSemantics
package import Reader
internal import Retriever
package import SafeBrowsing

/// What all screens share.
@MainActor
final class ReaderSession {
    let catalog: CatalogClient
    let voters: VoterTokens
    let policy: any NavigationPolicy
    let client: HTTPClient
    /// One for the whole session: it keeps the credentials.
    let courses: CoursesModel

    /// The service's address as people write it.
    var address: String {
        let address = "\(catalog.service)"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    init(catalog: CatalogClient, voters: VoterTokens, policy: any NavigationPolicy) {
        self.catalog = catalog
        self.voters = voters
        self.policy = policy
        client = .shared
        courses = CoursesModel(catalog: catalog)
    }
}

/// The terminal form of the reader: screens on a stack, keys in, frames out.
@MainActor
package final class TerminalReader {
    private let device: TerminalDevice
    private let session: ReaderSession
    private var writer: FrameWriter
    private var screens: [any TerminalScreen] = []

    /// A reader at a terminal.
    ///
    /// - Parameter usesStyles: Whether bold, dim and colours may be used.
    package init(
        device: TerminalDevice, catalog: CatalogClient, voters: VoterTokens, policy: any NavigationPolicy = WebPagesOnly(),
        usesStyles: Bool
    ) {
        self.device = device
        session = ReaderSession(catalog: catalog, voters: voters, policy: policy)
        writer = FrameWriter(usesStyles: usesStyles)
    }

    /// Shows the joke screen and works until the reader quits.
    ///
    /// - Returns: The exit status: 0, or 128 and the number of the signal that ended it.
    package func run() async -> Int32 {
        device.enter()
        defer { device.leave() }
        push(JokeScreen(session))
        draw()
        for await event in device.events {
            if let status = handle(event) { return status }
        }
        return 0
    }

    private func handle(_ event: TerminalEvent) -> Int32? {
        switch event {
        case .ended(let signal): return signal == 0 ? 0 : 128 + signal
        case .stopRequested:
            device.stop()
            writer.forget()
        case .continued:
            device.enter()
            writer.forget()
        case .resized, .key(.redraw): writer.forget()
        case .key(let key): if act(on: key) { return 0 }
        }
        draw()
        return nil
    }

    /// - Returns: Whether to quit.
    private func act(on key: Key) -> Bool {
        switch screens.last?.handle(key, size: device.size) ?? .quit {
        case .stay: break
        case .open(let screen): push(screen)
        case .quit: return true
        case .back:
            screens.removeLast()
            return screens.isEmpty
        }
        return false
    }

    private func push(_ screen: any TerminalScreen) {
        screen.onChange = { [weak self] in self?.draw() }
        screens.append(screen)
    }

    private func draw() {
        guard let screen = screens.last else { return }
        let size = device.size
        device.write(writer.write(screen.picture(size).lines(size), size: size))
    }
}
