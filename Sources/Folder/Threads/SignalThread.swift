internal import Glibc
internal import Synchronization

/// The process's signals as streams.
///
/// A handler may do next to nothing: it notes the number and wakes a thread, which tells the streams. With handlers
/// and not with a blocked mask, because a mask would be inherited by programs that are started, and would have to be
/// there before any library's thread. The thread comes with the first stream; it and the handlers stay.
public enum SignalThread {
    /// From this call on the signals no longer do what they did, even when the stream has ended; equal ones that come
    /// at once may be delivered as one.
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
    /// One bit for each signal that came and was not told yet.
    private static let pending = Atomic<UInt64>(0)
    /// Unsafe only by its type: semaphores are made for this.
    private nonisolated(unsafe) static let bell = {
        let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(bell, 0, 0)
        return bell
    }()

    /// Also makes what the handler uses, which must not be the first to touch it.
    private static let started: Void = {
        _ = bell
        _ = pending.load(ordering: .relaxed)
        OwnThread.start("signals") { work() }
    }()

    private static func handle(_ signal: CInt) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            let code = errno
            SignalThread.pending.bitwiseOr(1 << UInt64(signal - 1), ordering: .acquiringAndReleasing)
            sem_post(SignalThread.bell)
            errno = code
        }
        // What the main thread was doing goes on.
        action.sa_flags = CInt(SA_RESTART)
        sigfillset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    private static func work() {
        while true {
            while sem_wait(bell) != 0 {}
            let signals = pending.exchange(0, ordering: .acquiringAndReleasing)
            for signal: CInt in 1...64 where signals & 1 << UInt64(signal - 1) != 0 {
                // Not under the lock: a stream that ends meanwhile takes itself off the list.
                let told = streams.withLock { $0.open.values.filter { $0.signals.contains(signal) } }
                for stream in told { stream.continuation.yield(signal) }
            }
        }
    }
}
