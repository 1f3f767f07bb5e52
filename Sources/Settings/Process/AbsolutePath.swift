/// Makes the paths of settings absolute.
package struct AbsolutePath: Sendable {
    /// The folder that `~` stands for; `nil` where there is no home.
    package let home: String?
    /// The folder that a relative path starts from: the working directory for the command line, `nil` elsewhere,
    /// because the author of a file does not know a daemon's working directory.
    package let directory: String?

    package init(home: String?, directory: String?) {
        self.home = home
        self.directory = directory
    }

    /// The path without `.`, `..`, doubled or trailing slashes. Lexical: the disk is not asked.
    package static func normalised(_ path: String) -> String {
        // Bytes are compared, as the system does: a slash with a combining mark behind it still parts two names.
        var parts: [Substring.UTF8View] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/\(Substring($1))" }
    }
}
