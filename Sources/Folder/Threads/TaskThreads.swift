internal import Glibc

/// Runs tasks on threads of their own, as many as there are cores, in place of libdispatch's pool (``OwnThread``).
///
/// Child tasks, task groups, `async let` and the actors they call inherit a preference for it. `Task {}`,
/// `Task.detached`, `Task.sleep` and `@MainActor` stay with libdispatch, and so have no place in this program.
public final class TaskThreads: TaskExecutor {
    private let queue: JobQueue<(UnownedJob, UnownedTaskExecutor)>

    public static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

    public convenience init() {
        self.init(threads: Self.cores)
    }

    init(threads: Int) {
        queue = JobQueue("tasks", threads: max(1, threads)) { job, executor in job.runSynchronously(on: executor) }
    }

    deinit {
        queue.close()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.add((UnownedJob(job), asUnownedTaskExecutor()))
    }

    /// Runs a whole program: its tasks run here, while the calling thread sleeps until they are done.
    ///
    /// An `async` main function would hand the main thread's work to libdispatch instead.
    public func run<Result: Sendable>(_ program: @escaping @Sendable () async -> Result) -> Result {
        let result = Monitor<Result?>(nil)
        // The one task without a parent, since a program needs a first one.
        Task(executorPreference: self) {
            let value = await program()
            result.withLock { known in
                known = value
                result.wakeOne()
            }
        }
        return result.wait { $0 }
    }
}
