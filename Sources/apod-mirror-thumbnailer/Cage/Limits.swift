internal import CSeccomp
internal import Glibc

/// The most that the kernel gives this process.
enum Limits {
    /// Bytes of writable memory. With 21 MB of libraries and 2 MB of stack the process stays below 300 MB; a picture of
    /// 24 megapixels takes 240 MB when it is decoded whole.
    static let memory: Int64 = 276_000_000
    private static let stack: rlim_t = 2_000_000
    /// Bytes of one thumbnail.
    private static let file: rlim_t = 24_000_000
    /// Seconds of CPU for one picture; fewer than the daemon waits, so that a picture that takes too long is told from
    /// a process that gets no CPU.
    private static let perJob = 6
    /// Seconds of CPU in all, a day: more than the whole archive takes on the slowest machine.
    private static let longest: rlim_t = 86_400

    /// Sets the limits for good. No program that the process starts gains rights, no other process of the user reads
    /// its memory, and a fault leaves no dump.
    static func set() throws(CageError) {
        preferForEnd()
        _ = seccomp_control(PR_SET_NO_NEW_PRIVS, 1)
        _ = seccomp_control(PR_SET_DUMPABLE, 0)
        try set(RLIMIT_DATA, rlim_t(memory))
        try set(RLIMIT_STACK, stack)
        try set(RLIMIT_FSIZE, file)
        // With the signal ignored, a thumbnail that is too long is an error of its write.
        signal(SIGXFSZ, SIG_IGN)
        try set(RLIMIT_CORE, 0)
        // Descriptors for the process's streams, one job's files, and a few for a moment.
        try set(RLIMIT_NOFILE, 32)
        // The kernel counts all processes of the user here, so no new one is ever allowed. (Root is exempt.)
        try set(__RLIMIT_NPROC, 0)
    }

    /// Gives the next picture its share of CPU time: beyond it the kernel ends the process.
    ///
    /// Only the soft limit is moved, within the hard one.
    static func beginJob() throws(CageError) {
        var used = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &used)
        let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1
        try set(RLIMIT_CPU, rlim_t(seconds + perJob), most: longest)
    }

    /// Sets a limit, never above the former one: the service may have set it lower.
    private static func set(_ resource: __rlimit_resource, _ value: rlim_t, most: rlim_t? = nil) throws(CageError) {
        var limit = rlimit()
        let number = CInt(resource.rawValue)
        guard getrlimit(number, &limit) == 0 else { throw CageError("limit of resources", errno) }
        limit.rlim_max = min(limit.rlim_max, most ?? value)
        limit.rlim_cur = min(limit.rlim_max, value)
        guard setrlimit(number, &limit) == 0 else { throw CageError("limit of resources", errno) }
    }

    /// Has the kernel end this process first where memory runs out. A failure is ignored: not every process may ask for
    /// that.
    private static func preferForEnd() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }
}
