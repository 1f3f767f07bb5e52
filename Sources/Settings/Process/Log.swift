internal import Days
import Glibc

/// The log of the daemon and of commands, on stderr.
///
/// The rules of the output:
/// - one line a fact, a whole sentence that names the day, path or address it is about;
/// - no timestamps and no decoration: the journal has its own, a terminal needs none;
/// - `<N>` with the priority in front only when stderr is the journal;
/// - every line passes ``printable(_:)`` and is written at once, so lines of several threads don't mix;
/// - `--quiet` leaves warnings and errors, `--verbose` adds what only a developer wants.
package struct Log: Sendable {
    /// The numbers are syslog's.
    package enum Level: Int, Comparable, Sendable {
        case error = 3
        case warning, notice, info, debug

        package static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The least urgent level that is written.
    package let threshold: Level
    let isJournal: Bool
    private let write: @Sendable (String) -> Void

    init(threshold: Level = .info, isJournal: Bool = false, write: @escaping @Sendable (String) -> Void) {
        self.threshold = threshold
        self.isJournal = isJournal
        self.write = write
    }

    package func error(_ fact: @autoclosure () -> String) { log(.error, fact()) }
    package func warning(_ fact: @autoclosure () -> String) { log(.warning, fact()) }
    package func notice(_ fact: @autoclosure () -> String) { log(.notice, fact()) }
    package func info(_ fact: @autoclosure () -> String) { log(.info, fact()) }
    package func debug(_ fact: @autoclosure () -> String) { log(.debug, fact()) }

    func log(_ level: Level, _ fact: @autoclosure () -> String) {
        guard level <= threshold else { return }
        write((isJournal ? "<\(level.rawValue)>" : "") + printable(fact()) + "\n")
    }
}

extension Log {
    package static func standardError(threshold: Level, environment: [String: String]) -> Log {
        Log(threshold: threshold, isJournal: isJournal(STDERR_FILENO, environment: environment)) { line in
            writeAll(line, to: STDERR_FILENO)
        }
    }

    /// Whether the descriptor is the very stream that systemd named: a redirected stderr is not the journal any more.
    package static func isJournal(_ descriptor: Int32, environment: [String: String]) -> Bool {
        var facts = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &facts) == 0 else { return false }
        return stream == "\(facts.st_dev):\(facts.st_ino)"
    }
}

/// Write errors are ignored: a log that cannot be written is no reason to stop mirroring, and a reader that went away
/// (`| head`) wants no more.
func writeAll(_ text: String, to descriptor: CInt) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
    }
}
