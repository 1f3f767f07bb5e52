import Folder
import Foundation
import Glibc
import Testing

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

        /// Its errors, which say why it ended; where there are none, the last lines of its output.
        var lastWords: String {
            errors.isEmpty ? output.split(separator: "\n").suffix(4).joined(separator: "\n") : errors
        }
    }

    let pid: pid_t
    private let words: String
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
        words = ([program] + arguments).joined(separator: " ")
        Self.lock.lock()
        defer { Self.lock.unlock() }
        var outside: [CInt] = []
        var inside: [CInt] = []
        if let terminal {
            inside = [terminal.open()]
            outside = [terminal.master]
        } else {
            for _ in 1...2 {
                let ends = try Self.pipe()
                outside.append(ends.read)
                inside.append(ends.write)
            }
        }
        defer { inside.forEach { close($0) } }
        let streams: [CInt?] = terminal == nil ? [nil] + inside : [inside[0], inside[0], inside[0]]
        do {
            pid = try Spawn.start(program, arguments, environment: environment, streams: streams)
        } catch {
            outside.forEach { close($0) }
            throw HarnessError("\(error)")
        }
        let heard = terminal == nil ? zip(outside, [output, errors]).map { ($0, $1) } : [(outside[0], output)]
        Thread.detachNewThread { [self] in
            for (stream, _) in heard { _ = fcntl(stream, F_SETFL, O_NONBLOCK) }
            Self.gather(heard)
            heard.forEach { close($0.0) }
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

    /// Awaits its end. One that comes to none is killed, and the test fails, with what it had said until then.
    ///
    /// - Parameter patience: nothing that a test starts works for so long, unless it says so.
    func end(within patience: Duration = .seconds(1_200)) async -> Ended {
        if let ended = await ending.value(within: patience) { return ended }
        let (output, errors) = (output.text, errors.text)
        Issue.record(
            "“\(words)” had not ended after \(patience): \(output.suffix(2_000))\(errors.suffix(2_000))")
        send(SIGKILL)
        return Ended(code: 128 + SIGKILL, output: output, errors: errors)
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
        Ended(code: Spawn.end(of: pid), output: output.text, errors: errors.text)
    }

    private static func pipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw HarnessError("no pipe is left") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
