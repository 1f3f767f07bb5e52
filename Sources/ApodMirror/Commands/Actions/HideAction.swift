extension Session {
    func hide(_ days: [Day]) async throws -> ExitCode {
        let archive = try await Archive.open(configuration.mirror)
        for day in days {
            try await archive.hide(day)
            if !isQuiet { output.line("\(day) is hidden. To have it back: apod-mirror unhide \(day)") }
        }
        return .fine
    }

    func unhide(_ days: [Day]) async throws -> ExitCode {
        let archive = try await Archive.open(configuration.mirror)
        for day in days {
            try await archive.unhide(day, now: .now)
            if !isQuiet { output.line("\(day) is no longer hidden; the next sync fetches it.") }
        }
        return .fine
    }
}
