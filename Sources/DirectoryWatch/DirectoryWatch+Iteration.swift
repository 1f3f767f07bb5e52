internal import Folder

extension DirectoryWatch: AsyncSequence {
    public typealias Element = Changes
    public typealias Failure = WatchError

    /// An iteration ends, and with it the watch, when it is dropped or its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private var signals: AsyncStream<Void>.Iterator
        private let session: WatchSession

        init(_ signals: AsyncStream<Void>, _ session: WatchSession) {
            self.signals = signals.makeAsyncIterator()
            self.session = session
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WatchError) -> Changes? {
            while await signals.next(isolation: actor) != nil {
                if let changes = session.takeChanges() { return changes }
            }
            if let failure = session.takeFailure() { throw failure }
            return nil
        }

        /// Stays on its caller's actor, which the standard library's version would leave.
        public mutating func next() async throws(WatchError) -> Changes? {
            try await next(isolation: #isolation)
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let session = WatchSession()
        let signals = AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { signal in
            signal.onTermination = { _ in session.stop() }
            OwnThread.start("favorites") {
                work(session) { changes in
                    session.tell(changes)
                    signal.yield()
                }
                signal.finish()
            }
        }
        return Iterator(signals, session)
    }

    /// Runs on the watch's own thread, because file systems may block for any time.
    private func work(_ session: WatchSession, _ tell: @escaping (Changes) -> Void) {
        if case .rescan(let interval) = mode {
            repeat { tell(.anywhere) } while session.sleeps(interval)
            return
        }
        guard session.takeTurn() else { return }
        defer { session.endTurn() }
        do throws(WatchError) {
            try Reader(place: place, session: session, tell: tell).run()
        } catch {
            session.fail(error)
        }
    }
}
