internal import Days

extension Session {
    /// One pass, shown while it runs and summed up at its end.
    func sync(since: Day?, until: Day?, create: Bool) async throws -> ExitCode {
        if create { try make(start: configuration.history.startDay(today: today())) }
        return try await perform(.sync(since: since, until: until))
    }

    private func make(start: Day) throws {
        let outcome: RootCreation.Outcome
        do {
            outcome = try RootCreation.create(configuration.mirror, start: start)
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
        switch outcome {
        case .made where !isQuiet: output.line("Made a new mirror in \(shown(configuration.mirror)).")
        case .restored where !isQuiet:
            output.line("\(shown(configuration.mirror)) is a mirror again; its pictures were left as they are.")
        case .made, .restored, .unchanged: break
        }
    }
}
