import Glibc

/// A program of the system that runs beside the test. (Foundation's `Process` leaks, which AddressSanitizer tells.)
package final class Command {
    package let identifier: Int32
    /// The program's input and output.
    private let socket: CInt
    private let words: String
    private var status: CInt?

    package init(_ arguments: [String]) throws {
        var ends: [CInt] = [-1, -1]
        // Closed in every other child from the start: an inherited end would keep this one waiting.
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        // A program that says nothing for so long has failed, and must not hold the test for ever.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var list = arguments.map { strdup($0) } + [nil]
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        var environment = [strdup("PATH=\(path)"), strdup("LC_ALL=C.UTF-8"), nil]
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, arguments[0], &actions, nil, &list, &environment)
        for text in list + environment { free(text) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        self.identifier = identifier
        words = arguments.joined(separator: " ")
        socket = ends[0]
        guard code == 0 else {
            status = -1
            throw NoCommand(name: arguments[0])
        }
    }

    package struct NoCommand: Error {
        var name: String
    }

    deinit {
        finish()
        close(socket)
    }

    /// What it said first; empty when it ended without a word.
    package func firstWords() -> String {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(&buffer)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// Everything it says until its end.
    package func output() -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(&buffer)
            if count <= 0 { return output }
            output += buffer.prefix(count)
        }
    }

    /// A signal to this process, such as of another test's timer, is no end.
    private func read(_ buffer: inout [UInt8]) -> Int {
        while true {
            let count = Glibc.read(socket, &buffer, buffer.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Closes its input, which is its sign to end, and waits for it; 0 when it was content. One that does not end within a
    /// minute is killed, which no test takes for content.
    @discardableResult
    package func finish() -> Int32 {
        if let status { return status }
        shutdown(socket, CInt(SHUT_WR))
        var result: CInt = 0
        let limit = ContinuousClock.now + .seconds(60)
        while case let found = waitpid(identifier, &result, WNOHANG), found == 0 || found < 0 && errno == EINTR {
            if ContinuousClock.now > limit {
                print("“\(words)” did not end within a minute of its sign, and was killed.")
                kill(identifier, SIGKILL)
                while waitpid(identifier, &result, 0) < 0, errno == EINTR { continue }
                break
            }
            usleep(500)
        }
        status = result
        return result
    }

    /// Whether the program is there, and ends content.
    package static func succeeds(_ arguments: String...) -> Bool {
        guard let command = try? Command(arguments) else { return false }
        _ = command.output()
        return command.finish() == 0
    }
}
