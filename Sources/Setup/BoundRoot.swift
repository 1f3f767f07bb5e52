internal import Days
internal import Folder
internal import Glibc
package import Settings

/// A mirror below a home, mounted a second time where only root can reach it, for the service's sandbox.
///
/// The sandbox hides all homes and shows the mirror's folder in its place. If systemd bound the folder by its path, it
/// would do so as root: a user who puts a link there could have any folder shown, also one in another user's closed
/// home. So root walks to the folder (``VerifiedPath``) and mounts the one that it reached.
package struct BoundRoot {
    package let user: UnitName

    package init(user: UnitName) {
        self.user = user
    }

    private static let folder = "/run/apod-mirror-roots"

    static func point(_ user: UnitName) -> String { "\(folder)/\(user)" }

    private var point: String { Self.point(user) }

    /// Mounts the mirror unless it is missing, which the service itself reports. Throws the reason why root does not
    /// mount it.
    package func bind(_ mirror: UnitPath, of account: UserAccount) throws {
        try release()
        let way = try VerifiedPath(mirror, for: account)
        guard way.isThere else { return }
        // Only root passes through this folder.
        if mkdir(Self.folder, 0o700) != 0, errno != EEXIST { throw failure("mkdir \(Self.folder)") }
        if mkdir(point, 0o700) != 0, errno != EEXIST { throw failure("mkdir \(point)") }
        // The descriptor's path leads to the very folder that was opened, whatever its own path leads to by now.
        let source = way.folder.descriptorPath.replacing("/self/", with: "/\(getpid())/")
        try run("mount", "--no-canonicalize", "--bind", source, point)
    }

    /// Unmounts what an earlier start has mounted.
    package func release() throws {
        while Mounts.ofProcess.points.contains(point) { try run("umount", point) }
        rmdir(point)
    }

    private func run(_ program: String, _ words: String...) throws {
        let ended = try ChildProcess(
            program: "/usr/bin/\(program)", arguments: words, environment: ["PATH": Systemctl.path]
        ).run()
        guard ended.code == 0 else {
            let reason = ended.errors.split(separator: "\n").first.map(String.init) ?? "it ended with \(ended.code)."
            throw SetupError.failed(command: program, reason: reason)
        }
    }

    private func failure(_ what: String) -> SetupError {
        .failed(command: what, reason: String(cString: strerror(errno)) + ".")
    }
}

/// The service finds no mirror in a home: it is gone, or root does not show it to the service any more.
package struct NotShown: ExitCoded, CustomStringConvertible {
    package var mirror: String
    package var user: String

    package init(mirror: String, user: String) {
        self.mirror = mirror
        self.user = user
    }

    package var exitCode: ExitCode { .root }

    package var description: String {
        "There is no folder \(mirror). Is its disk mounted? What root has to say of it: "
            + "journalctl -u apod-mirror-root@\(user.shellWord)"
    }
}
