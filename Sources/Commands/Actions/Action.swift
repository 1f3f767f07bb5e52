internal import Settings

/// What a row of the table of commands does, with all that was said of it.
protocol Action: Equatable, Sendable {
    func run(_ call: Call) async throws -> ExitCode
}
