internal import Folder
internal import MirrorTree

/// The wait of a service whose root cannot be used, before it ends and systemd starts it again: only a new sandbox sees what
/// lies at the root's path then. The wait grows from one start to the next, since a root may be away for days.
///
/// systemd's own growing pause (`RestartSteps=`) is unknown to version 252, which ignores it.
package struct AbsentRoot: Sendable {
    private let path: String
    private let runtime: Folder
    private let manager: ServiceManager
    /// In the service's runtime directory, which outlives a restart and goes with a stop.
    private static let note: FilePath = "absent"

    /// `nil` where no manager starts the process again.
    package init?(_ path: String, environment: [String: String]) {
        guard environment["NOTIFY_SOCKET"] != nil,
            let folder = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first,
            let runtime = (try? Folder.open(String(folder))) ?? nil
        else { return nil }
        (self.path, self.runtime, manager) = (path, runtime, ServiceManager(environment: environment))
    }

    /// The root is there.
    package func forget() {
        try? runtime.remove(Self.note)
    }

    /// Waits, the longer the more starts were in vain before; not at all after the first, which a user may wait for. What can
    /// be seen of the root from inside the sandbox ends the wait, and so does a signal that ends the process.
    package func wait() async throws {
        let starts = ((try? runtime.read(Self.note)) ?? nil).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        _ = try? Saver(through: runtime).save(Array("\(starts + 1)".utf8), as: Self.note, in: runtime, .unflushed)
        // The status that a daemon wrote there before is no longer so.
        try? runtime.remove(RuntimeFolder.status)
        let pause = Self.pause(after: starts)
        if pause == .zero { return }
        manager.tell(.status("\(path) cannot be used; it is looked for again within two minutes."))
        let (wasThere, mounts, end) = (isThere, MountWatch(around: path), ContinuousClock.now + pause)
        while ContinuousClock.now < end, isThere == wasThere, !mounts.hasChanged() {
            try await Pause().wait(for: min(Self.look, ContinuousClock.now.duration(to: end)))
        }
    }

    private static let look = Duration.seconds(5)

    private var isThere: Bool { ((try? Folder.open(path)?.status(Tree.identityFile)) ?? nil) != nil }

    /// systemd adds its own 15 seconds: a root that comes back unseen, such as one that is hidden in a home, is taken up after
    /// a minute on average. That is 720 starts a day, of some hundredths of a second each.
    static func pause(after starts: Int) -> Duration {
        .seconds([0, 15, 45, 105][min(max(0, starts), 3)])
    }
}
