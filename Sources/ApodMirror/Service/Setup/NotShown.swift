/// The service finds no mirror in a home: it is gone, or root does not show it to the service any more.
struct NotShown: ExitCoded, CustomStringConvertible {
    var mirror: String
    var user: String

    var exitCode: ExitCode { .root }

    var description: String {
        "There is no folder \(mirror). Is its disk mounted? What root has to say of it: "
            + "journalctl -u apod-mirror-root@\(user.shellWord)"
    }
}
