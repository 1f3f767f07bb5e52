import Foundation

/// What this machine lets tests do.
enum Machine {
    /// A namespace of its own, in which the kernel has no watch to give.
    static let withoutWatches = [
        "/usr/bin/unshare", "--user", "--map-root-user", "sh", "-c",
        "echo 0 >/proc/sys/user/max_inotify_instances; exec \"$0\" \"$@\"",
    ]

    static let hasNamespaces: Bool = {
        let words = withoutWatches + ["cat", "/proc/sys/user/max_inotify_instances"]
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "0\n"
    }()
}
