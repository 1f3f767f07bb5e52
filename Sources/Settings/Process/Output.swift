internal import Days
internal import Glibc

/// A command's output: answers on standard output, complaints on standard error, all of it printable.
package struct Output: Sendable {
    package let terminal: Terminal
    package let errorTerminal: Terminal

    package init(_ environment: [String: String]) {
        terminal = .standardOutput(environment: environment)
        errorTerminal = .standardError(environment: environment)
    }

    package func line(_ text: String = "") {
        writeAll(printable(text) + "\n", to: STDOUT_FILENO)
    }

    /// Writes many lines at once.
    package func lines(_ texts: some Sequence<String>) {
        writeAll(texts.map { printable($0) + "\n" }.joined(), to: STDOUT_FILENO)
    }

    /// Writes lines that are safe already, as they are.
    package func text(_ text: String) {
        writeAll(text, to: STDOUT_FILENO)
    }

    /// A line that is wider than the terminal is broken between words; where there is no terminal, each line stays whole.
    package func complain(_ text: String) {
        for line in text.split(separator: "\n").map({ printable(String($0)) }) {
            let fits = !errorTerminal.isTerminal || line.width <= max(errorTerminal.columns, Terminal.fewestTextColumns)
            let indent = line.hasPrefix("Usage: ") ? "       " : ""
            let columns = errorTerminal.textColumns
            let lines = fits ? [line] : line.wrapped(to: columns, indent: indent, isVerbatim: true)
            writeAll(lines.map { $0 + "\n" }.joined(), to: STDERR_FILENO)
        }
    }

    /// Replaces the line the cursor is in; an empty text clears it.
    package func status(_ text: String) {
        writeAll("\r\(text)\u{1B}[K", to: STDERR_FILENO)
    }
}

/// The abilities of an output stream.
package struct Terminal: Equatable, Sendable {
    package var isTerminal: Bool
    package var columns: Int
    /// Whether the locale writes UTF-8.
    package var isUnicode: Bool
}

extension Terminal {
    /// The width of texts: the terminal's, within what people can read.
    package var textColumns: Int { min(max(columns, Self.fewestTextColumns), Self.mostTextColumns) }

    static let fewestTextColumns = 40
    package static let mostTextColumns = 100

    static func standardOutput(environment: [String: String]) -> Terminal {
        Terminal(of: STDOUT_FILENO, environment: environment)
    }

    package static func standardError(environment: [String: String]) -> Terminal {
        Terminal(of: STDERR_FILENO, environment: environment)
    }

    /// The descriptor's state now; ask again after SIGWINCH.
    init(of descriptor: Int32, environment: [String: String]) {
        isTerminal = isatty(descriptor) == 1
        columns = Self.columns(kernel: Self.kernelColumns(of: descriptor), environment: environment)
        isUnicode = Self.isUnicode(environment)
    }

    /// The width that the kernel knows, else `COLUMNS`, else 80.
    static func columns(kernel: Int?, environment: [String: String]) -> Int {
        kernel ?? environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// The first variable that is set and not empty decides.
    static func isUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = locale?.lowercased() else { return false }
        return locale.contains(words: "utf-8") || locale.contains(words: "utf8")
    }

    private static func kernelColumns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
