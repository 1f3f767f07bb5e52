internal import CCurl
internal import Folder
internal import Glibc
internal import Synchronization

/// The queue between callers and the transfer thread: any thread puts jobs in, the transfer thread takes them out.
///
/// The lock also guards the life of the transfer thread. The first job starts it, and it ends by itself only in the
/// locked step that finds the inbox empty. So a job either meets a transfer thread that will see it or starts a new
/// one.
final class Inbox: Sendable {
    struct Messages: Sendable {
        var jobs: [TransferJob] = []
        var cancellations: [UInt64] = []
        var isClosed = false

        var isEmpty: Bool { jobs.isEmpty && cancellations.isEmpty && !isClosed }
    }

    private enum Thread: Sendable {
        case none
        case working
        /// The thread was dismissed, or the inbox closed, and it is cleaning up.
        case leaving
    }

    private struct State: Sendable {
        var messages = Messages()
        var thread = Thread.none
        var bell: PollWaker?
        /// The thread's own identifier, once it runs.
        var identifier: pthread_t?
    }

    let userAgent: String
    let limits: Transfer.Limits
    private let addressPolicy: AddressPolicy
    private let proxies = EnvironmentProxies()
    let received = Atomic<Int64>(0)
    private let lastID = Atomic<UInt64>(0)
    private let state = Monitor(State())

    init(userAgent: String, limits: Transfer.Limits, addressPolicy: AddressPolicy) {
        self.userAgent = userAgent
        self.limits = limits
        self.addressPolicy = addressPolicy
    }

    // MARK: For callers

    func makeID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Starts the transfer thread if there is none; a former one that is cleaning up is waited for, since only one
    /// thread at a time calls curl.
    func place(_ job: TransferJob) {
        state.wait { state -> Void? in
            switch state.thread {
            case .leaving: return nil
            case .working: break
            case .none:
                state.thread = .working
                DedicatedThread.start("transfers") { TransferThread.run(serving: self) }
            }
            // A full inbox has rung already, or a starting transfer thread will see the job.
            if state.messages.isEmpty { state.bell?.ring() }
            state.messages.jobs.append(job)
            return ()
        }
    }

    func cancel(_ id: UInt64) {
        state.withLock { state in
            guard case .working = state.thread else { return }
            state.messages.cancellations.append(id)
            state.bell?.ring()
        }
    }

    /// Ends the transfer thread and waits for its end, so that curl is at rest before the process can end. No caller
    /// waits for an answer then, because each holds the ``Transfer`` that is ending.
    func close() {
        let isOnTransferThread = state.withLock { state in
            state.messages.isClosed = true
            state.bell?.ring()
            return state.identifier.map { pthread_equal($0, pthread_self()) != 0 } == true
        }
        // On the transfer thread itself, the last reference went with a job's closure.
        if isOnTransferThread { return }
        state.wait { state -> Void? in
            if case .none = state.thread { return () }
            return nil
        }
    }

    // MARK: For the transfer thread

    /// Whether a request may lead to that address.
    ///
    /// - Parameter name: the server's name, as the request's address has it.
    func mayReach(_ place: NetworkAddress, as name: String) -> Bool {
        guard case .publicServers(let source) = addressPolicy, name != source else { return true }
        return !place.isAtHome && !place.isInNetworkOfThisMachine
    }

    /// Whether a redirect may lead from the one address to the other.
    func mayFollow(_ redirect: Address, from address: Address) -> Bool {
        addressPolicy != .namedServer || redirect.host == address.host
    }

    /// Whether a proxy of the environment has that address. Resolving the proxies' names may take a moment, so only
    /// addresses that a request may not lead to are asked about.
    func isProxy(_ place: NetworkAddress) -> Bool { proxies.answer(at: place) }

    /// Makes later messages ring the bell; earlier ones lie in the inbox.
    func open(with bell: PollWaker) {
        state.withLock { state in
            state.bell = bell
            state.identifier = pthread_self()
        }
    }

    /// Called as the last thing that the transfer thread does, when curl is at rest.
    func leave() {
        state.withLock { inbox in
            inbox.thread = .none
            inbox.identifier = nil
            state.wakeAll()
        }
    }

    var isEmpty: Bool { state.withLock { $0.messages.isEmpty } }

    /// Takes everything out. In a closed inbox the bell is silent, because the transfer thread is about to end.
    func empty() -> Messages {
        state.withLock { state in
            if state.messages.isClosed { state.bell = nil }
            defer { state.messages = Messages() }
            return state.messages
        }
    }

    /// Dismisses the transfer thread, unless a message came in meanwhile; returns whether it did.
    func dismissIfEmpty() -> Bool {
        state.withLock { state in
            guard state.messages.isEmpty, case .working = state.thread else { return false }
            state.thread = .leaving
            state.bell = nil
            return true
        }
    }
}

/// Wakes a transfer thread that sleeps in `curl_multi_poll`.
///
/// `@unchecked Sendable`: `curl_multi_wakeup` is the one call on a multi handle that is safe on any thread, and the
/// inbox forgets the bell, under its lock, before the handle is freed.
struct PollWaker: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    func ring() {
        curl_multi_wakeup(multi)
    }
}

/// A call's request on its way to the transfer thread.
struct TransferJob: Sendable {
    enum Destination: Sendable {
        case memory
        case file(File)
    }

    struct File: Sendable {
        let descriptor: CInt
        let partial: Partial?
        let onHeaders: @Sendable (Announcement) -> Void
        /// Whether a file of so many bytes may grow, to the announced length or by some megabytes.
        let mayGrow: @Sendable (_ bytes: Int64, _ length: Int64?) -> Bool
        /// Called with the length written so far, so that the file is hashed meanwhile.
        let onGrowth: @Sendable (Written) -> Void
    }

    let id: UInt64
    let request: Request
    let destination: Destination
    /// Called once, on the transfer thread.
    let deliver: @Sendable (Result<TransferResult, TransferError>) -> Void
}

/// The transfer thread's result: the fields of a ``Response`` and of a ``Download`` together.
struct TransferResult: Sendable {
    var url: String
    var status: Int
    var headers: Headers
    var body: [UInt8] = []
    var written = Written()
    var resumed = false
    var notModified = false
}
