internal import CCurl
internal import Glibc

extension Courier {
    /// Initialises curl once per process; `static let` makes that safe from any thread.
    private static let initialised: Void = { _ = global_init() }()

    /// Starts a thread that works until the inbox dismisses it. It receives no signals.
    static func startThread(serving inbox: Inbox) throws(ThreadError) -> pthread_t {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(inbox)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Courier.run(serving: Unmanaged<Inbox>.fromOpaque(context).takeRetainedValue())
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw ThreadError(errno: code)
        }
        return thread
    }

    struct ThreadError: Error {
        let errno: CInt
    }

    private static func run(serving inbox: Inbox) {
        initialised
        guard let multi = curl_multi_init() else { preconditionFailure("no memory for curl") }
        inbox.open(with: Bell(multi: multi))
        Courier(inbox, multi: multi).work()
        curl_multi_cleanup(multi)
    }
}
