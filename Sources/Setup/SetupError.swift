internal import Days
package import Settings

/// The reason why a service was not set up: nothing, or no more than the sentence says, was changed.
package enum SetupError: ExitCoded, Equatable {
    /// `line` is what the caller should have typed.
    case needsRoot(line: String)
    case noUser
    case unknownUser(String)
    /// No unit can be named after the user.
    case unfitUser(String)
    case noSystemd
    case noSession(user: String)
    case notInstalled(unit: String)
    case unknownGroup(String)
    /// No unit can name the group.
    case unfitGroup(String)
    /// The sandbox of a user's own service knows no group but the user's.
    case ownShared(user: String, group: String)
    /// A file that was edited by hand says something else; `line` is `nil` where the file does not say it at all.
    case edited(file: String, line: Int?, wanted: String)
    /// There is no folder above the mirror's, where only root may make one.
    case noFolder(String)
    /// The installed systemd cannot hand the path to a service.
    case quoted(String, release: Int)
    case notMounted(unit: String, mirror: String)
    /// The mirror's folder could not be made as the user.
    case notMade(String, user: String)
    case full(String)
    case busy
    /// Stars are wished for where no page is served.
    case starsUnserved
    /// Stars are wished for where only this machine reaches the page.
    case starsUnreached(address: String, port: UInt16)
    case failed(command: String, reason: String)
    case didNotStart(unit: String, reason: String, journal: String)

    package var exitCode: ExitCode {
        switch self {
        case .needsRoot, .noUser, .unknownUser, .unfitUser, .unknownGroup, .unfitGroup, .ownShared, .starsUnserved,
            .starsUnreached:
            .usage
        case .noSystemd, .noSession, .notInstalled: .unavailable
        case .edited: .configuration
        case .notMounted, .noFolder, .notMade, .quoted: .root
        case .busy: .busy
        case .full, .failed, .didNotStart: .inputOutput
        }
    }
}

extension SetupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .needsRoot(let line): "A service of the machine is set up by root: \(line)"
        case .noUser: "Whose mirror is it to be? Name the user: apod-mirror setup USER"
        case .unknownUser(let name):
            "This system has no user \(printable(name)). Make it (adduser \(name.shellWord)) or name another."
        case .unfitUser(let name): "systemd has no unit for a user named \(printable(name)); choose another user."
        case .noSystemd:
            "systemd does not run here, so no service was set up and nothing was changed. Without it: apod-mirror sync"
        case .noSession(let user):
            "\(user) has no systemd of their own at the moment. Let it start with the machine, then try again: "
                + "sudo loginctl enable-linger \(user.shellWord)"
        case .notInstalled(let unit): "The unit \(unit) is not installed. Install the package with systemd/install."
        case .unknownGroup(let name):
            "This system has no group \(printable(name)). Make it (addgroup \(name.shellWord)) or name another."
        case .unfitGroup(let name):
            "No unit of systemd's can name the group \(printable(name)); name it by its number instead."
        case .ownShared(let user, let group):
            "A service of one's own cannot share favorites with \(group): its sandbox knows no other group. The "
                + "machine's can: sudo apod-mirror setup \(user.shellWord) --share \(group.shellWord)"
        case .edited(let file, let line?, let wanted):
            "\(file) was edited, so it was left as it is. Write \(wanted) in line \(line), then run this again."
        case .edited(let file, nil, let wanted):
            "\(file) was edited, so it was left as it is. Write \(wanted) into it, then run this again."
        case .noFolder(let path): "There is no folder \(path). Make it first: mkdir -p \(path.shellWord)"
        case .quoted(let path, let release):
            "\(path) holds a quotation mark, which systemd \(release) cannot hand to a service. Rename the folder, or choose "
                + "another with --mirror DIR."
        case .notMounted(let unit, let mirror):
            "The disk that holds \(mirror) is not mounted (\(unit)). Mount it, then run this again."
        case .notMade(let path, let user):
            "\(user) could not make a mirror in \(path). To see why: sudo -u \(user.shellWord) apod-mirror sync "
                + "--create --mirror \(path.shellWord)"
        case .full(let path): "There is no room for \(path). Free some of that disk, then run this again."
        case .busy: "Another apod-mirror setup is at work. Run this again when it has ended."
        case .starsUnserved:
            "The mirror does not answer, so there is no page to change favorites on. Add --serve 0.0.0.0:8095 to "
                + "--favorites-by-web."
        case .starsUnreached(let address, let port):
            "Only this machine reaches \(address), so no star counts there. Have the mirror answer in the home network, "
                + "as with --serve 0.0.0.0:\(port), or add --favorites-by-web no."
        case .failed(let command, let reason): "\(command) failed: \(reason)"
        case .didNotStart(let unit, let reason, let journal):
            "\(unit) did not start: \(reason) More: \(journal)"
        }
    }
}
