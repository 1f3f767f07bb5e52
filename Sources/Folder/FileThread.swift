internal import Glibc

/// A serial executor with a thread of its own, for an actor that waits on disks: the cooperative pool has one thread
/// a core and must not stand still for an fsync.
///
/// Jobs run in the order they came. The thread is made with the first job and sleeps without waking between jobs.
public final class FileThread: SerialExecutor {
    private let queue = Queue()

    public init() {}

    deinit {
        queue.close()
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        queue.add(UnownedJob(job), for: asUnownedSerialExecutor())
    }
}

/// Outlives its executor, which may be released by the very job that runs.
/// Unchecked because the lock and the condition are C values: all state is touched under `lock` only.
private final class Queue: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let filled: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    private var isRunning = false
    private var isClosed = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(filled, nil)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(lock)
        filled.deallocate()
        lock.deallocate()
    }

    func add(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        pthread_mutex_lock(lock)
        jobs.append((job, executor))
        if !isRunning {
            isRunning = true
            startThread()
        }
        pthread_cond_signal(filled)
        pthread_mutex_unlock(lock)
    }

    func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        pthread_cond_signal(filled)
        pthread_mutex_unlock(lock)
    }

    private func startThread() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Queue>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(code == 0, "The system has no thread left for this program.")
        pthread_detach(thread)
    }

    private func run() {
        while let batch = next() {
            for (job, executor) in batch { job.runSynchronously(on: executor) }
        }
    }

    private func next() -> [(UnownedJob, UnownedSerialExecutor)]? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while jobs.isEmpty {
            if isClosed { return nil }
            pthread_cond_wait(filled, lock)
        }
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
    }
}
