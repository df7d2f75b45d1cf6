internal import Console
internal import HTTPSemantics
internal import Retriever

/// Downloads, several at once, and what ends them.
struct DownloadBatch: Sendable {
    let tasks: [DownloadTask]
    /// How many run at once, at least 1.
    let simultaneous: Int
    let screen: ProgressScreen

    private enum Event: Sendable { case ended(DownloadEnd), signal, stoppedDrawing }

    /// Downloads everything. The first signal from the keyboard ends what is under way, so that it can be gone on with; the second
    /// ends the program.
    ///
    /// - Returns: What comes of all together: status 0 when all is well, else the highest of the failures'.
    func run() async -> DownloadEnd {
        await screen.begin(tasks.map(\.initialProgress))
        let end = await withTaskGroup(of: Event.self) { group in
            group.addTask {
                await TerminationSignal.wait(secondEnds: true) {}
                return .signal
            }
            group.addTask { [screen] in
                while (try? await Task.sleep(for: ProgressScreen.drawingInterval)) != nil { await screen.draw() }
                return .stoppedDrawing
            }
            return await perform(&group)
        }
        await screen.clear()
        return end
    }

    private func perform(_ group: inout TaskGroup<Event>) async -> DownloadEnd {
        var waiting = tasks[...]
        var running = 0
        var end = DownloadEnd()
        func startNext() {
            guard let task = waiting.popFirst() else { return }
            running += 1
            group.addTask { .ended(await task.run()) }
        }
        for _ in 0..<simultaneous { startNext() }
        while running > 0, let event = await group.next() {
            switch event {
            case .ended(let one):
                running -= 1
                end.add(one)
                startNext()
            case .signal:
                end.status = ExitStatus.interrupted
                if !waiting.isEmpty { await screen.say("retrieve: not begun: \(waiting.count); the same command downloads them") }
                waiting = []
                group.cancelAll()
            case .stoppedDrawing: break
            }
        }
        group.cancelAll()
        return end
    }
}
