@preconcurrency internal import Dispatch
internal import Glibc

/// Signals as a stream, so that whoever runs can end in its own order.
enum Signals {
    /// From this call on the signals no longer end the process; the stream delivers them instead.
    static func stream(_ signals: [CInt]) -> AsyncStream<CInt> {
        AsyncStream { continuation in
            let sources = signals.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number)
                source.setEventHandler { continuation.yield(number) }
                source.activate()
                return source
            }
            continuation.onTermination = { _ in sources.forEach { $0.cancel() } }
        }
    }

    /// What asks a process to end.
    static let ending = [SIGINT, SIGTERM, SIGHUP]
}
