internal import CSeccomp
internal import Glibc

/// What the kernel gives this process at most.
enum Limits {
    /// Bytes that it may write into: what it holds of the machine in all stays below 300 MB, since its libraries take 21
    /// and its stack 2. A picture of 24 megapixels takes 240 when it is decoded whole.
    static let memory: Int64 = 276_000_000
    private static let stack: rlim_t = 2_000_000
    /// Bytes of one thumbnail.
    private static let file: rlim_t = 24_000_000
    /// Seconds of CPU for one picture; fewer than the daemon waits, so that who does not come to an end is told from who
    /// does not get to work.
    private static let perJob = 6
    /// Seconds of CPU in all, a day: more than the whole archive takes on the slowest machine.
    private static let longest: rlim_t = 86_400

    /// For good. No other program gains rights through it, nobody looks into its memory, and a fault leaves no dump.
    static func set() throws(CageError) {
        preferForEnd()
        _ = seccomp_control(PR_SET_NO_NEW_PRIVS, 1)
        _ = seccomp_control(PR_SET_DUMPABLE, 0)
        try set(RLIMIT_DATA, rlim_t(memory))
        try set(RLIMIT_STACK, stack)
        try set(RLIMIT_FSIZE, file)
        // Then it is an error of the thumbnail's, not the end.
        signal(SIGXFSZ, SIG_IGN)
        try set(RLIMIT_CORE, 0)
        // Its streams, one job's files, and a few for a moment.
        try set(RLIMIT_NOFILE, 32)
        // Counts all processes of the user, so no new one is ever within it. (For root it means nothing.)
        try set(__RLIMIT_NPROC, 0)
    }

    /// Gives the next picture its share of CPU time: beyond it the kernel ends the process.
    ///
    /// What is moved is the soft limit, within the hard one.
    static func beginJob() throws(CageError) {
        var used = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &used)
        let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1
        try set(RLIMIT_CPU, rlim_t(seconds + perJob), most: longest)
    }

    /// Never above what was there: the service may have set it lower.
    private static func set(_ resource: __rlimit_resource, _ value: rlim_t, most: rlim_t? = nil) throws(CageError) {
        var limit = rlimit()
        let number = CInt(resource.rawValue)
        guard getrlimit(number, &limit) == 0 else { throw CageError("limit of resources", errno) }
        limit.rlim_max = min(limit.rlim_max, most ?? value)
        limit.rlim_cur = min(limit.rlim_max, value)
        guard setrlimit(number, &limit) == 0 else { throw CageError("limit of resources", errno) }
    }

    /// Where the machine runs out of memory, this process goes first. A comfort: not everybody may say so.
    private static func preferForEnd() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }
}
