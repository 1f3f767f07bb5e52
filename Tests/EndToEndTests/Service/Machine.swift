import TestSupport

/// What this machine lets tests do.
enum Machine {
    /// A namespace of its own, in which the kernel has no watch to give.
    static let withoutWatches = [
        "/usr/bin/unshare", "--user", "--map-root-user", "sh", "-c",
        "echo 0 >/proc/sys/user/max_inotify_instances; exec \"$0\" \"$@\"",
    ]

    static let hasNamespaces: Bool = {
        let words = withoutWatches + ["cat", "/proc/sys/user/max_inotify_instances"]
        return (try? Command(words))?.firstWords() == "0\n"
    }()
}
