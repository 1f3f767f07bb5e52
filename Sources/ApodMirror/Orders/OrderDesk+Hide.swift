internal import Days
internal import Folder

extension OrderDesk {
    func hide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { day in
            // A link that was just dropped makes a favorite of it, too.
            try await archive.perform { archive in
                _ = try archive.favorites.run(over: .allNames)
                try archive.store.hide(day)
                try archive.today.update()
            }
            return "\(day) is hidden. To have it back: apod-mirror unhide \(day)\(errand.options)"
        }
    }

    func unhide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { day in
            try await archive.perform { try $0.store.unhide(day) }
            return "\(day) is no longer hidden; the next sync fetches it."
        }
    }

    /// A day that cannot be changed is told and keeps no other from it.
    private func each(_ days: [Day], _ change: (Day) async throws -> String) async throws -> ExitCode {
        try archive.claim.check()
        var exitCode = ExitCode.fine
        for day in days {
            do {
                let sentence = try await looks.heartbeat.step("The change") { try await change(day) }
                if !errand.isQuiet { line(sentence) }
            } catch let error as HideError {
                var sentence = Failure(error).sentence
                // It ends with a command.
                if case .favorite = error { sentence += errand.options }
                say(.complaint(sentence))
                exitCode = .notAllWell
            }
        }
        // An unhidden day is due.
        looks.bell.ring()
        return exitCode
    }
}
