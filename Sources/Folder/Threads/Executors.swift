internal import CLinux
internal import Glibc

/// Runs tasks on threads of their own, as many as there are cores, and eight at most, in place of libdispatch's pool
/// (``DedicatedThread``).
///
/// Child tasks, task groups, `async let` and the actors they call inherit a preference for it. `Task {}`,
/// `Task.detached`, `Task.sleep` and `@MainActor` stay with libdispatch, and so have no place in this program.
public final class TaskThreads: TaskExecutor {
    private let queue: JobQueue<(UnownedJob, UnownedTaskExecutor)>

    /// How much runs at once: on each of the cores that this process may run on, and no more than a disk or a network serves.
    /// The units allow 64 threads in all.
    public static var width: Int {
        var cores = cpu_set_t()
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &cores) == 0 else { return 1 }
        return min(max(1, withUnsafeBytes(of: &cores) { $0.reduce(0) { $0 + $1.nonzeroBitCount } }), widest)
    }

    private static let widest = 8

    public convenience init() {
        self.init(threads: Self.width)
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

/// A serial executor with a thread of its own, for an actor that waits on disks: the task threads are only as many as
/// the cores and must not block in an fsync.
///
/// Jobs run in the order they came. The thread is made with the first job and sleeps without waking between jobs.
public final class FileThread: SerialExecutor {
    private let queue = JobQueue<(UnownedJob, UnownedSerialExecutor)>("files", threads: 1) { job, executor in
        job.runSynchronously(on: executor)
    }

    public init() {}

    deinit {
        queue.close()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.add((UnownedJob(job), asUnownedSerialExecutor()))
    }
}

/// Work that waits on disks, one after another, on a thread of its own.
public actor FileWork {
    private nonisolated let thread = FileThread()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    public init() {}

    public func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result { try work() }
}

/// Jobs in the order they came, and the threads that run them: made on demand, asleep between jobs, gone when the
/// queue was closed and is empty.
///
/// The threads hold the queue, so it outlives its executor, which may be released by the very job that runs.
final class JobQueue<Job: Sendable>: Sendable {
    private enum Next {
        case run(Job)
        case leave
    }

    private struct State {
        /// New jobs are appended to `entering`; `leaving` holds the next ones in reverse order.
        var entering: [Job] = []
        var leaving: [Job] = []
        var threads = 0
        var busy = 0
        var isClosed = false

        mutating func next() -> Job? {
            if leaving.isEmpty {
                swap(&entering, &leaving)
                leaving.reverse()
            }
            return leaving.popLast()
        }
    }

    private let name: StaticString
    private let limit: Int
    private let run: @Sendable (Job) -> Void
    private let monitor = Monitor(State())

    init(_ name: StaticString, threads limit: Int, run: @escaping @Sendable (Job) -> Void) {
        self.name = name
        self.limit = limit
        self.run = run
    }

    /// The whole body holds the lock: a caller does not retain the executor, which may go when its last job is done.
    func add(_ job: Job) {
        monitor.withLock { state in
            state.entering.append(job)
            // A thread woken for an earlier job that it has not taken is not busy, but that job still counts.
            let waiting = state.entering.count + state.leaving.count
            if waiting > state.threads - state.busy, state.threads < limit {
                state.threads += 1
                DedicatedThread.start(name) { self.work() }
            } else {
                monitor.wakeOne()
            }
        }
    }

    func close() {
        monitor.withLock { state in
            state.isClosed = true
            monitor.wakeAll()
        }
    }

    private func work() {
        while case .run(let job) = next() {
            run(job)
            monitor.withLock { $0.busy -= 1 }
        }
    }

    private func next() -> Next {
        monitor.wait { state in
            if let job = state.next() {
                state.busy += 1
                return .run(job)
            }
            return state.isClosed ? .leave : nil
        }
    }
}
