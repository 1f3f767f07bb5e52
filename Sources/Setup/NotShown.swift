package import Settings

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
