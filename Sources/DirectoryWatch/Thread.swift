internal import Glibc

/// Runs the work on a thread of its own, to which no signal is ever delivered. Nobody waits for its end.
func startThread(_ work: @escaping @Sendable () -> Void) throws(WatchError) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Work(run: work))
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context.toOpaque())
    guard code == 0 else {
        context.release()
        throw .noThread(code: code)
    }
    pthread_detach(thread)
}

/// What a C function can be handed.
private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
