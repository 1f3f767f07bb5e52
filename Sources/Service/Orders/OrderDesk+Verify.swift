internal import Archive
internal import Days
internal import Favorites
internal import Gallery
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store
internal import Words

extension OrderDesk {
    /// Brings back days whose files were found damaged, and makes Today, thumbnails and pages again where they are
    /// wrong.
    func repair(_ damaged: Set<Day>) async throws -> ExitCode {
        let verification = looks.verification
        var left: [Finding] = []
        if !damaged.isEmpty {
            let summary = try await shown { try await looks.mend(damaged) }
            let favorites = try archive.tree.favoritesRecord()?.favorites ?? [:]
            for day in damaged.sorted(by: >) {
                left += verification.look(at: day, isFavorite: favorites[day] != nil)
            }
            await remember(left)
            let repaired = damaged.count - Set(left.compactMap(\.day)).count
            line("\(Quantity.count(repaired)) of \(Quantity.count(damaged.count)) repaired.")
            for (day, reason) in summary.pending.sorted(by: { $0.key > $1.key })
            where left.contains(where: { $0.day == day }) {
                line("\(day): \(reason)")
            }
            if !left.isEmpty, let stopped = summary.stopped { return told(stopped) }
        }
        if damaged.isEmpty { await remember(left) }
        try await askAgain(Set(try archive.tree.doubtful(archive.tree.listing()).keys))
        let before = try await verification.besidePictures()
        try await archive.perform { archive in
            try Recovery(archive.store).goOn(comparingSums: true)
            if before.contains(where: { $0.kind == .today }) { try archive.today.makeAgain() }
            try archive.today.update()
        }
        _ = try? await FavoritesAccess.here(archive).settled(.everything, looks: Self.looksAtFavorites)
        if before.contains(where: { $0.kind == .thumbnail }) { try await showcase.follow(.missing) {} }
        if let gallery = showcase.gallery {
            let facts = await archive.perform { GalleryWriter.Facts(of: $0) }
            let isWrong = try await !gallery.wrongPages(facts.listing, facts.favorites).isEmpty
            if isWrong { _ = await gallery.write(DuePages(everythingIn: facts.listing), facts) }
        }
        let rest = try await verification.besidePictures()
        rest.forEach { line($0.reason) }
        return left.isEmpty && rest.isEmpty ? .fine : .notAllWell
    }

    /// Checks the days that another process found damaged, and remembers what is.
    func remember(_ damaged: [Day]) async throws -> ExitCode {
        let favorites = try archive.tree.favoritesRecord()?.favorites ?? [:]
        await remember(damaged.flatMap { looks.verification.look(at: $0, isFavorite: favorites[$0] != nil) })
        return .fine
    }

    /// Has `status` tell what is damaged.
    private func remember(_ findings: [Finding]) async {
        let damaged = Verification.Report(findings: findings).damage
        if case .daemon(_, let remember) = holder { return await remember(damaged) }
        // A failed write is ignored: a full disk does not end the repair.
        try? await archive.perform { try $0.notes.note(damaged: damaged) }
    }

    /// Requests doubtful pictures again: a user who repairs need not wait for the sync that would request them.
    private func askAgain(_ doubtful: Set<Day>) async throws {
        if doubtful.isEmpty { return }
        do {
            let summary = try await shown { try await looks.fetch(.damaged(doubtful)) }
            if let stopped = summary.stopped { _ = told(stopped) }
        } catch let error as SourceError {
            _ = told(error)
        }
    }

    /// Takes the new picture of a disputed day.
    func accept(_ day: Day) async throws -> ExitCode {
        guard try archive.tree.disputes[day] != nil else { throw NothingDisputed(day: day) }
        let summary = try await shown { try await looks.fetch(.replacements(of: [day])) }
        if let stopped = summary.stopped { return told(stopped) }
        if summary.replaced + summary.stored > 0 {
            line("\(day) now has NASA's new picture; the former one is in metadata/superseded/.")
            return .fine
        }
        if try archive.tree.disputes[day] == nil {
            line("\(day) keeps its picture: NASA shows the stored one again.")
            return .fine
        }
        line("\(day): the new picture could not be fetched; try again later.")
        return .notAllWell
    }
}

struct NothingDisputed: ExitCoded, Equatable, CustomStringConvertible {
    var day: Day

    var exitCode: ExitCode { .notAllWell }

    var description: String { "\(day) is not disputed; there is nothing to accept." }
}
