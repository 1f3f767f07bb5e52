internal import Settings

/// A command with the options and arguments that it was given. A value, so that parsing is tested without running anything.
///
/// The type of a command holds all of it: its row of the table of commands, its parser and what it does.
protocol Action: Equatable, Sendable {
    func run(_ call: Call) async throws -> ExitCode
}

/// A command that goes by the settings, as all do that work with a mirror.
protocol SessionAction: Action {
    func run(_ session: Session) async throws -> ExitCode
}

extension SessionAction {
    func run(_ call: Call) async throws -> ExitCode { try await run(call.session()) }
}
