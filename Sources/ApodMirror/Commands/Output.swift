internal import Glibc
internal import Words

/// What a command prints: answers on standard output, complaints on standard error, all of it printable.
struct Output: Sendable {
    let terminal: Terminal
    let errorTerminal: Terminal

    init(_ environment: [String: String]) {
        terminal = .standardOutput(environment: environment)
        errorTerminal = .standardError(environment: environment)
    }

    /// One line of an answer.
    func line(_ text: String = "") {
        write(printable(text) + "\n", to: STDOUT_FILENO)
    }

    /// Many lines, written at once.
    func lines(_ texts: some Sequence<String>) {
        write(texts.map { printable($0) + "\n" }.joined(), to: STDOUT_FILENO)
    }

    /// Lines that are safe already and keep their shape.
    func text(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    func complain(_ text: String) {
        for line in text.split(separator: "\n") { write(printable(String(line)) + "\n", to: STDERR_FILENO) }
    }

    /// Replaces the line the cursor is in; an empty text clears it.
    func status(_ text: String) {
        write("\r\(text)\u{1B}[K", to: STDERR_FILENO)
    }

    private func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A reader that went away (`| head`) wants no more.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
