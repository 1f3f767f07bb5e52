internal import CLinux
internal import Glibc

public enum Spawn {
    /// Starts a program by its path and returns its number.
    ///
    /// The program starts with all signals unblocked and at their defaults: our threads block signals
    /// (``DedicatedThread``), and a program that inherited that could not be ended. It gets the given streams and no
    /// other descriptor, even where a library opened one without CLOEXEC.
    ///
    /// - Parameter streams: its three standard streams; `nil` for `/dev/null`.
    public static func start(
        _ program: String, _ arguments: [String], environment: [String: String], streams: [CInt?]
    ) throws(SpawnError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A stream with the number of a standard stream is moved away first: the program's own would take its place.
        var (streams, copies) = (streams, [CInt]())
        defer { copies.forEach { close($0) } }
        for (number, stream) in streams.enumerated() {
            guard let stream, stream < streams.count else { continue }
            let copy = fcntl(stream, F_DUPFD_CLOEXEC, CInt(streams.count))
            guard copy >= 0 else { throw SpawnError(program: program, code: errno) }
            copies.append(copy)
            streams[number] = copy
        }
        for (number, stream) in streams.enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream, CInt(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDWR, 0)
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, CInt(streams.count))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var number = Int32()
        let code = posix_spawn(&number, program, &actions, &attributes, words, variables)
        guard code == 0 else { throw SpawnError(program: program, code: code) }
        return number
    }

    /// Waits for the process to end, and kills it after the time limit, since a process that a user has stopped would
    /// otherwise hold this one up for ever.
    public static func end(of number: Int32, within seconds: Int32) -> Int32 {
        let process = linux_open_process(number)
        guard process >= 0 else { return end(of: number, askingFor: seconds) }
        var ended = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        while poll(&ended, 1, seconds * 1_000) < 0, errno == EINTR {}
        close(process)
        // The number cannot be reused before waitpid, so the signal hits no other process.
        if ended.revents == 0 { kill(number, SIGKILL) }
        return end(of: number)
    }

    /// Does the same where the kernel or a sandbox has no pidfd_open: asks again and again whether the process has ended.
    static func end(of number: Int32, askingFor seconds: Int32) -> Int32 {
        for _ in 0..<Int(seconds) * 100 {
            var status: CInt = 0
            if waitpid(number, &status, WNOHANG) == number { return code(of: status) }
            usleep(10_000)
        }
        kill(number, SIGKILL)
        return end(of: number)
    }

    /// Waits until the process has ended or is stopped, and returns whether it is stopped. Either way it is still to be
    /// waited for.
    public static func isStopped(afterWaitingFor number: Int32) -> Bool {
        var info = siginfo_t()
        while waitid(P_PID, id_t(number), &info, WEXITED | WSTOPPED | WNOWAIT) < 0, errno == EINTR {}
        return info.si_code == CInt(CLD_STOPPED)
    }

    /// Waits for the process to end; returns its exit code, or 128 plus the number of the signal that ended it.
    public static func end(of number: Int32) -> Int32 {
        var status: CInt = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        return code(of: status)
    }

    private static func code(of status: CInt) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

public struct SpawnError: Error, Equatable, CustomStringConvertible {
    public let program: String
    public let code: Int32

    public var description: String { "Could not start \(program): \(String(cString: strerror(code)))." }
}
