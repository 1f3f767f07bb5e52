internal import Glibc
internal import Words

/// A command's output: answers on standard output, complaints on standard error, all of it printable.
package struct Output: Sendable {
    package let terminal: Terminal
    package let errorTerminal: Terminal

    package init(_ environment: [String: String]) {
        terminal = .standardOutput(environment: environment)
        errorTerminal = .standardError(environment: environment)
    }

    package func line(_ text: String = "") {
        write(printable(text) + "\n", to: STDOUT_FILENO)
    }

    /// Writes many lines at once.
    package func lines(_ texts: some Sequence<String>) {
        write(texts.map { printable($0) + "\n" }.joined(), to: STDOUT_FILENO)
    }

    /// Writes lines that are safe already, as they are.
    package func text(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    package func complain(_ text: String) {
        for line in text.split(separator: "\n") { write(printable(String(line)) + "\n", to: STDERR_FILENO) }
    }

    /// Replaces the line the cursor is in; an empty text clears it.
    package func status(_ text: String) {
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
