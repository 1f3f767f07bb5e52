internal import Folder

extension DirectoryWatch: AsyncSequence {
    public typealias Element = Void
    public typealias Failure = WatchError

    /// Ends, and with it the watch, when it is dropped or its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private var hints: AsyncStream<Void>.Iterator
        private let session: Session

        init(_ hints: AsyncStream<Void>, _ session: Session) {
            self.hints = hints.makeAsyncIterator()
            self.session = session
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WatchError) -> Void? {
            if let hint: Void = await hints.next(isolation: actor) { return hint }
            if let failure = session.takeFailure() { throw failure }
            return nil
        }

        /// Stays with its caller, where the standard library's would leave the caller's actor.
        public mutating func next() async throws(WatchError) -> Void? {
            try await next(isolation: #isolation)
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let session = Session()
        let hints = AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { hints in
            hints.onTermination = { _ in session.stop() }
            OwnThread.start("favorites") {
                work(session, hints)
                hints.finish()
            }
        }
        return Iterator(hints, session)
    }

    /// On the watch's own thread: file systems may block for as long as they like.
    private func work(_ session: Session, _ hints: AsyncStream<Void>.Continuation) {
        if case .rescan(let interval) = mode {
            repeat { hints.yield() } while session.sleeps(interval)
            return
        }
        guard session.takeTurn() else { return }
        defer { session.endTurn() }
        do throws(WatchError) {
            try Reader(place: place, session: session, hints: hints).run()
        } catch {
            session.fail(error)
        }
    }
}
