extension Session {
    func hide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { archive, day in
            // A link that was just dropped makes a favorite of it, too.
            _ = try await archive.reconcileFavorites()
            try await archive.hide(day)
            return "\(day) is hidden. To have it back: apod-mirror unhide \(day)\(sameOptions)"
        }
    }

    func unhide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { archive, day in
            try await archive.unhide(day, now: .now)
            return "\(day) is no longer hidden; the next sync fetches it."
        }
    }

    /// A day that cannot be changed is told and keeps no other from it.
    private func each(_ days: [Day], _ change: (Archive, Day) async throws -> String) async throws -> ExitCode {
        let archive = try await openArchive()
        var exitCode = ExitCode.fine
        for day in days {
            do {
                let sentence = try await change(archive, day)
                if !isQuiet { output.line(sentence) }
            } catch let error as HideError {
                var sentence = Failure(error).sentence
                // It ends with a command.
                if case .favorite = error { sentence += sameOptions }
                output.complain(sentence)
                exitCode = .notAllWell
            }
        }
        return exitCode
    }
}
