internal import Settings

/// The work of one command, with the options and arguments it was given.
protocol Action: Equatable, Sendable {
    func run(_ call: Call) async throws -> ExitCode
}
