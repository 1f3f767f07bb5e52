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
