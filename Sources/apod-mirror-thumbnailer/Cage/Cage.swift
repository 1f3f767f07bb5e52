internal import CSeccomp
internal import Glibc

/// The system calls that this process may make from the first picture on. All others fail with EPERM, so it has no way
/// to a network, to another program, or to a file that it was not handed.
enum Cage {
    /// Calls that are allowed with any arguments.
    private static let calls: [String] = [
        // The files of a job: those are open already.
        "read", "write", "pread64", "lseek", "fstat", "dup", "close",
        // Jobs and answers, on the one socket there is.
        "recvmsg", "sendmsg",
        // Memory, within its limit; calls that could make code of it are below.
        "brk", "munmap", "mremap", "madvise",
        // Locks between threads, though there is only one, and time.
        "futex", "clock_gettime", "gettimeofday", "times", "getrusage",
        // Seeds of hash tables.
        "getrandom",
        // The process's own number, which messages and locks ask for.
        "getpid", "gettid",
        // Ways out of a library's fault, and of the program.
        "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "exit", "exit_group", "restart_syscall",
    ]

    private static let filter = "filter of system calls"

    /// Loads the filter for good: the process itself cannot lift it.
    static func close() throws(CageError) {
        guard let filter = seccomp_init(seccomp_refuse(UInt16(EPERM))) else { throw CageError(Self.filter, ENOMEM) }
        defer { seccomp_release(filter) }
        // The filter holds for all threads, should a library have started one.
        try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
        for call in calls { try allow(call, filter) }
        // Memory is never made executable.
        let isNoCode = compare(2, SCMP_CMP_MASKED_EQ, UInt64(PROT_EXEC), 0)
        try allow("mmap", filter, isNoCode)
        try allow("mprotect", filter, isNoCode)
        // fcntl tells how a file was opened, and does nothing else.
        try allow("fcntl", filter, compare(1, SCMP_CMP_EQ, UInt64(F_GETFL)))
        // glibc's fstat, by a descriptor and an empty path. (Names could be guessed by it, but no contents.)
        try allow("newfstatat", filter, compare(3, SCMP_CMP_EQ, 0x1000))
        // The process may move its own limit of CPU time, within the hard one.
        try allow(
            "prlimit64", filter, compare(0, SCMP_CMP_EQ, 0), compare(1, SCMP_CMP_EQ, UInt64(RLIMIT_CPU.rawValue)))
        try check(seccomp_load(filter))
    }

    private static func allow(
        _ call: String, _ filter: scmp_filter_ctx, _ conditions: scmp_arg_cmp...
    ) throws(CageError) {
        let number = seccomp_syscall_resolve_name(call)
        // Some machines never had the older calls.
        guard number != __NR_SCMP_ERROR else { return }
        try check(
            seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions))
    }

    private static func compare(
        _ argument: UInt32, _ how: scmp_compare, _ first: UInt64, _ second: UInt64 = 0
    ) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: how, datum_a: first, datum_b: second)
    }

    private static func check(_ code: CInt) throws(CageError) {
        if code != 0 { throw CageError(filter, -code) }
    }
}

/// The filter or a limit could not be set, and without them no picture is touched.
struct CageError: Error, CustomStringConvertible {
    let what: String
    let code: Int32

    init(_ what: String, _ code: Int32) {
        self.what = what
        self.code = code
    }

    var description: String { "The \(what) could not be set: \(String(cString: strerror(code)))." }
}
