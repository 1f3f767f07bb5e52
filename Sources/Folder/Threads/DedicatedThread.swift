internal import CLinux
internal import Glibc

/// Threads of our own. libdispatch's pool is never used: from its first job on it wakes every second to check its
/// threads, and an idle mirror must not be woken.
public enum DedicatedThread {
    /// Runs the body on a new thread that ends with it. The name is shown by `top -H` and has at most 15 bytes.
    ///
    /// The thread receives no signals but those of its own faults, so no system call in it is interrupted. A program
    /// started from it must be given a signal mask of its own.
    public static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let beginning = Unmanaged.passRetained(Beginning(name: name, body: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Beginning>.fromOpaque(context).takeRetainedValue().go()
                return nil
            }, beginning.toOpaque())
        guard code == 0 else { endForWantOfThreads() }
        pthread_detach(thread)
    }

    /// Ends the process: a caller that waits for this thread would wait for ever.
    private static func endForWantOfThreads() -> Never {
        let sentence =
            "apod-mirror: The system has no thread left for this program. Raise the limit: ulimit -u in a shell, "
            + "TasksMax= in a unit.\n"
        _ = Array(sentence.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        // EX_IOERR, as for every resource that the system does not give.
        _exit(74)
    }

    /// Gives the calling thread the lowest priority for CPU and disk from now on.
    public static func beIdle() {
        linux_be_idle()
    }

    private final class Beginning: Sendable {
        let name: StaticString
        let body: @Sendable () -> Void

        init(name: StaticString, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func go() {
            name.withUTF8Buffer { bytes in
                _ = bytes.withMemoryRebound(to: CChar.self) { linux_name_thread($0.baseAddress) }
            }
            body()
        }
    }
}

// MARK: - Several threads at once

/// Runs blocking calls on several threads at once: a disk does several flushes in little more time than one.
enum ConcurrentCalls {
    /// As many as a dropped link has to flush at first: two files, its album, the vault, and the name of the last copy.
    private static let threads = 5

    private struct Work<Result: Sendable>: Sendable {
        var next = 0
        var results: [Int: Result] = [:]
    }

    /// The failures of the body, in the order of the elements; `nil` for those that had none.
    static func failures<Element: Sendable, Failure: Error>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) throws(Failure) -> Void
    ) -> [Failure?] {
        map(elements) { element in
            do throws(Failure) {
                try body(element)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The results of the body, in the order of the elements.
    private static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        guard elements.count > 1 else { return elements.map(body) }
        let work = Monitor(Work<Result>())
        let help: @Sendable () -> Void = {
            while let index = work.withLock({ work in
                work.next += 1
                return work.next <= elements.count ? work.next - 1 : nil
            }) {
                let result = body(elements[index])
                work.withLock { state in
                    state.results[index] = result
                    if state.results.count == elements.count { work.wakeAll() }
                }
            }
        }
        for _ in 1..<min(threads, elements.count) { DedicatedThread.start("flushes", help) }
        help()
        let results = work.wait { $0.results.count == elements.count ? $0.results : nil }
        return elements.indices.compactMap { results[$0] }
    }
}
