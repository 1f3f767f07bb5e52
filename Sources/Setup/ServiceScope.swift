/// The scope of a service: the machine's, which runs as a person, or a person's own.
package enum ServiceScope: Equatable, Sendable {
    case system(user: UnitName)
    /// `configuration` is the person's `~/.config`.
    case user(configuration: String)

    var isSystem: Bool {
        if case .system = self { true } else { false }
    }

    var unit: String { unit("apod-mirror", "service") }

    /// The name of a unit of the program. A machine's service has an instance of it for each user.
    func unit(_ name: String, _ kind: String) -> String {
        switch self {
        case .system(let user): "\(name)@\(user).\(kind)"
        case .user: "\(name).\(kind)"
        }
    }

    /// The folder where a unit's drop-ins and wants links are made.
    var unitFolder: String {
        switch self {
        case .system: "/etc/systemd/system"
        case .user(let configuration): configuration + "/systemd/user"
        }
    }

    /// The unit that mounts the mirror for the service's sandbox where it lies below a home; a user's own systemd has
    /// no need of it.
    var rootUnit: String? {
        guard case .system(let user) = self else { return nil }
        return "apod-mirror-root@\(user).service"
    }

    var rootUnitFile: String? { rootUnit.map { "\(unitFolder)/\($0)" } }

    var dropInFolder: String { "\(unitFolder)/\(unit).d" }
    var dropInFile: String { dropInFolder + "/mirror.conf" }

    var settingsFolder: String {
        switch self {
        case .system: "/etc/apod-mirror"
        case .user(let configuration): configuration + "/apod-mirror"
        }
    }

    var settingsFile: String {
        switch self {
        case .system(let user): "\(settingsFolder)/\(user).json5"
        case .user: settingsFolder + "/config.json5"
        }
    }

    /// The beginning of a command that a message suggests for the service.
    var systemctl: String { isSystem ? "systemctl" : "systemctl --user" }
    var journalctl: String { isSystem ? "journalctl -u \(unit)" : "journalctl --user -u \(unit)" }
}
