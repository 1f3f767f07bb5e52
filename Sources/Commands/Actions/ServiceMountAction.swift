internal import Glibc
internal import Settings
internal import Setup

/// The step of a service's start and stop that shows its sandbox a mirror below a home.
struct ServiceMountAction: Action {
    let user: String
    let removes: Bool

    func run(_ call: Call) throws -> ExitCode {
        guard geteuid() == 0 else { throw SetupError.needsRoot(line: "systemctl start apod-mirror@\(user)") }
        guard let name = UnitName(user) else { throw SetupError.unfitUser(user) }
        let root = BoundRoot(user: name)
        if removes {
            try root.release()
            return .fine
        }
        guard let person = Person.named(user) else { throw SetupError.unknownUser(user) }
        try root.bind(UnitPath(MachineSettings(person: person).load().mirror), of: person)
        return .fine
    }
}
