/// What is mounted where, from the text of `/proc/self/mountinfo`.
struct MountTable: Sendable {
    let points: [String]

    init(_ text: String) {
        points = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            return fields.count > 4 ? Self.unescaped(fields[4]) : nil
        }
    }

    static func ofProcess() throws -> MountTable {
        MountTable(try contents(ofFile: "/proc/self/mountinfo") ?? "")
    }

    /// The mount point that a path without symbolic links lies below, unless that is the machine's own root.
    func point(of path: String) -> String? {
        let holding = points.filter { $0 != "/" && (path == $0 || path.hasPrefix($0 + "/")) }
        return holding.max { $0.utf8.count < $1.utf8.count }
    }

    /// The kernel writes spaces, tabs, line ends and backslashes as three octal digits.
    private static func unescaped(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
