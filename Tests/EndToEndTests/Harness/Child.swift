import Foundation
import Glibc

/// A real process, seen only from outside: what it prints and how it ends. It is ended by its own number and nothing
/// else.
final class Child: Sendable {
    /// How a process ended and what it had said until then.
    struct Ended: Equatable, Sendable {
        /// The exit code; 128 and the number of the signal where one ended it.
        var code: Int32
        var output: String
        var errors: String

        var wasKilled: Bool { code == 128 + SIGKILL }
    }

    let pid: pid_t
    let output = Transcript()
    let errors = Transcript()
    private let ending = Fact<Ended>()
    /// Held while the number is given back.
    private let reaping = NSLock()
    /// Other tests start processes at the same time, and this one's pipes are none of theirs.
    private static let lock = NSLock()

    /// - Parameter terminal: takes the place of all three standard streams.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], terminal: PseudoTerminal? = nil
    ) throws {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }

        var outside: [CInt] = []
        var inside: [CInt] = []
        if let terminal {
            inside = [terminal.open()]
            outside = [terminal.master]
            for stream in 0...2 { posix_spawn_file_actions_adddup2(&actions, inside[0], CInt(stream)) }
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            for stream: CInt in 1...2 {
                let ends = try Self.pipe()
                outside.append(ends.read)
                inside.append(ends.write)
                posix_spawn_file_actions_adddup2(&actions, ends.write, stream)
            }
        }
        defer { inside.forEach { close($0) } }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Whatever the test process ignores or blocks is the test process's business.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, program, &actions, &attributes, words, variables)
        guard code == 0 else {
            outside.forEach { close($0) }
            throw HarnessError("cannot start \(program): \(String(cString: strerror(code)))")
        }
        self.pid = pid
        let streams = terminal == nil ? zip(outside, [output, errors]).map { ($0, $1) } : [(outside[0], output)]
        Thread.detachNewThread { [self] in
            for (stream, _) in streams { _ = fcntl(stream, F_SETFL, O_NONBLOCK) }
            Self.gather(streams)
            streams.forEach { close($0.0) }
            var facts = siginfo_t()
            while waitid(P_PID, id_t(self.pid), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            reaping.withLock { ending.settle(reap()) }
        }
    }

    /// Does nothing once it has ended: its number may be another's by then.
    func send(_ signal: CInt) {
        reaping.withLock {
            if !ending.isSettled { kill(pid, signal) }
        }
    }

    func end() async -> Ended {
        await ending.value
    }

    var hasEnded: Bool { ending.isSettled }

    /// Reads all streams until the last writer has closed them.
    private static func gather(_ streams: [(CInt, Transcript)]) {
        var open = streams
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !open.isEmpty {
            var polled = open.map { pollfd(fd: $0.0, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 else { continue }
            let ready = zip(open, polled).filter { $0.1.revents != 0 }.map(\.0)
            for (stream, transcript) in ready {
                let count = read(stream, &buffer, buffer.count)
                let code = errno
                if count > 0 {
                    transcript.append(buffer[..<count])
                } else if count == 0 || code != EAGAIN && code != EINTR {
                    // A terminal whose last writer has gone says EIO.
                    open.removeAll { $0.0 == stream }
                }
            }
        }
    }

    private func reap() -> Ended {
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Ended(
            code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output.text, errors: errors.text)
    }

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw HarnessError("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
