/// One line of strace's: `4711 renameat2(5</a/b>, "x", 6</c>, "y", 0) = 0`.
struct SystemCall {
    let text: String
    let name: String
    let arguments: String

    /// - Parameter alsoFailed: with calls that the system refused.
    init?(_ line: String, alsoFailed: Bool = false) {
        guard let match = line.wholeMatch(of: #/\d+ +(\w+)\((.*)\) += (-?\d+).*/#),
            alsoFailed || !match.output.3.hasPrefix("-")
        else { return nil }
        text = line
        name = String(match.output.1)
        arguments = String(match.output.2)
    }

    var changesTree: Bool {
        switch name {
        case "open", "openat", "openat2", "creat":
            ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains { arguments.contains($0) }
        case "access", "faccessat", "faccessat2", "execve", "readlink", "readlinkat", "chdir", "getcwd": false
        default: !name.contains("stat") && !name.hasPrefix("getx") && !name.hasPrefix("lgetx")
        }
    }

    /// Whether it opens once more what the process has open already, and that lies there.
    func reopens(_ path: String, below root: String) -> Bool {
        path.hasPrefix("/proc/self/fd/")
            && text.firstMatch(of: #/ = \d+<(.*)>$/#)?.output.1.hasPrefix(root + "/") == true
    }

    /// Every path that the system had to find: not what a link says, which is text.
    var resolvedPaths: [String] {
        name.hasPrefix("readlink") ? Array(changedPaths.prefix(1)) : changedPaths
    }

    /// Every path the call names, from the folder it is relative to.
    var changedPaths: [String] {
        var paths: [String] = []
        var folder = ""
        for match in arguments.matches(of: #/(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>|"((?:[^"\\]|\\.)*)"/#) {
            if let base = match.output.1 {
                folder = String(base)
            } else if let path = match.output.2 {
                paths.append(path.hasPrefix("/") ? String(path) : folder + "/" + path)
            }
        }
        return paths
    }
}
