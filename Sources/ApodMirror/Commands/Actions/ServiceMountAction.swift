internal import Folder
internal import Glibc

/// The step of a service's start and stop that shows its sandbox a mirror below a home.
struct ServiceMountAction {
    let user: String
    let removes: Bool

    func run() throws -> ExitCode {
        guard geteuid() == 0 else { throw SetupError.needsRoot(line: "systemctl start apod-mirror@\(user)") }
        let root = BoundRoot(user: user)
        if removes {
            try root.release()
            return .fine
        }
        guard Person.canNameUnit(user), let person = Person.named(user) else { throw SetupError.unknownUser(user) }
        try root.bind(try RootPreparation(person: person).effectiveSettings().mirror, as: person)
        return .fine
    }
}
