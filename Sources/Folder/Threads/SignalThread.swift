internal import Glibc
internal import Synchronization

/// The process's signals as streams.
///
/// The handler only records the signal's number and wakes a thread, which feeds the streams. Handlers are used rather
/// than a blocked mask, because programs that are started would inherit the mask, and it would have to be set before
/// any library's thread. The thread starts with the first stream; it and the handlers stay.
public enum SignalThread {
    /// A stream of these signals. From this call on they lose their default effect, even after the stream has ended;
    /// equal signals that arrive at once may be delivered as one.
    public static func stream(of signals: [CInt]) -> AsyncStream<CInt> {
        AsyncStream { continuation in
            started
            let number = streams.withLock { streams in
                streams.lastNumber += 1
                streams.open[streams.lastNumber] = (Set(signals), continuation)
                return streams.lastNumber
            }
            continuation.onTermination = { _ in
                _ = Self.streams.withLock { $0.open.removeValue(forKey: number) }
            }
            signals.forEach(handle)
        }
    }

    private struct Streams {
        var open: [Int: (signals: Set<CInt>, continuation: AsyncStream<CInt>.Continuation)] = [:]
        var lastNumber = 0
    }

    private static let streams = Monitor(Streams())
    /// The signals that arrived and were not delivered to the streams yet, a bit for each.
    private static let pending = Atomic<UInt64>(0)
    /// The type is not Sendable, but a POSIX semaphore may be used from threads and handlers.
    private nonisolated(unsafe) static let bell = {
        let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(bell, 0, 0)
        return bell
    }()

    /// Starts the thread, after making the values that the handler uses: a handler must not initialise them.
    private static let started: Void = {
        _ = bell
        _ = pending.load(ordering: .relaxed)
        DedicatedThread.start("signals") { work() }
    }()

    private static func handle(_ signal: CInt) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            let code = errno
            SignalThread.pending.bitwiseOr(1 << UInt64(signal - 1), ordering: .acquiringAndReleasing)
            sem_post(SignalThread.bell)
            errno = code
        }
        // System calls that the handler interrupts are resumed.
        action.sa_flags = CInt(SA_RESTART)
        sigfillset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    private static func work() {
        while true {
            while sem_wait(bell) != 0 {}
            let signals = pending.exchange(0, ordering: .acquiringAndReleasing)
            for signal: CInt in 1...64 where signals & 1 << UInt64(signal - 1) != 0 {
                // The streams are fed without the lock: one that ends meanwhile takes it to remove itself.
                let told = streams.withLock { $0.open.values.filter { $0.signals.contains(signal) } }
                for stream in told { stream.continuation.yield(signal) }
            }
        }
    }
}
