internal import Archive
internal import Days
internal import Favorites
internal import Gallery
internal import MirrorTree
internal import Refresh
internal import Settings
internal import Store

extension OrderHandler {
    /// Brings back days whose files were found damaged, and makes Today, thumbnails and pages again where they are
    /// wrong.
    ///
    /// - Parameter peers: mirrors to take from what NASA does not give, and days that the mirror lacks.
    func repair(_ damaged: Set<Day>, from peers: [Peer], isOffline: Bool) async throws -> ExitCode {
        let verification = passes.verification
        var left: [Finding] = []
        var lost: Set<Day> = []
        var stopped: PassEnd?
        if !damaged.isEmpty || !peers.isEmpty {
            let outcome = try await mend(damaged, from: peers, isOffline)
            let favorites = try archive.tree.knownRecord().favorites
            for day in damaged.sorted(by: >) {
                left += verification.check(at: day, isFavorite: favorites[day] != nil)
            }
            await remember(left)
            let repaired = damaged.count - Set(left.compactMap(\.day)).count
            if !damaged.isEmpty {
                line("\(Quantity.count(repaired)) of \(Quantity.count(damaged.count)) repaired.")
            }
            for finding in left {
                line(finding.day.flatMap { day in outcome.reasons[day].map { "\(day): \($0)" } } ?? finding.reason)
            }
            lost = Set(outcome.reasons.keys).subtracting(damaged)
            for day in lost.sorted(by: >) { line("\(day): \(outcome.reasons[day] ?? "it is missing")") }
            if !left.isEmpty || !lost.isEmpty { stopped = outcome.stopped }
        }
        if damaged.isEmpty { await remember(left) }
        if !isOffline, stopped == nil {
            try await askAgain(Set(try archive.tree.doubtful(archive.tree.listing()).keys))
        }
        let before = try await verification.besidePictures()
        try await archive.perform { archive in
            try Recovery(archive.store).goOn(comparingSums: true)
            if before.contains(where: { $0.kind == .today }) { try archive.today.makeAgain() }
            try archive.today.update()
            if before.contains(where: { $0.kind == .copy }) { try archive.favorites.mendCopy() }
        }
        _ = try? await archive.settleFavorites(isThorough: true, within: Self.favoritesPatience)
        if before.contains(where: { $0.kind == .thumbnail }) { try await galleryUpdater.follow(.missing) {} }
        var rest: [Finding] = []
        if let gallery = galleryUpdater.gallery {
            let facts = await archive.perform { GalleryWriter.Facts(of: $0) }
            let isWrong = try await !gallery.wrongPages(facts.listing, facts.favorites).isEmpty
            if isWrong {
                _ = await gallery.write(DuePages(everythingIn: facts.listing), facts)
                rest = try await verification.pages()
            }
        }
        rest += try await verification.besidePictures()
        rest.forEach { line($0.reason) }
        if let stopped { return told(stopped) }
        guard left.isEmpty, lost.isEmpty, rest.isEmpty else { return .notAllWell }
        if !request.isQuiet { line("All is well again.") }
        return .fine
    }

    /// Checks the days that another process found damaged, and remembers what is.
    func remember(_ damaged: [Day]) async throws -> ExitCode {
        let favorites = try archive.tree.knownRecord().favorites
        await remember(damaged.flatMap { passes.verification.check(at: $0, isFavorite: favorites[$0] != nil) })
        return .fine
    }

    /// Has `status` tell what is damaged.
    private func remember(_ findings: [Finding]) async {
        let damaged = Verification.Report(findings: findings).damage
        if case .daemon(_, let remember) = holder { return await remember(damaged) }
        // A failed write is ignored: a full disk does not end the repair.
        try? await archive.perform { try $0.notes.change { $0.damaged = damaged } }
    }

    /// Requests doubtful pictures again: a user who repairs need not wait for the sync that would request them.
    private func askAgain(_ doubtful: Set<Day>) async throws {
        if doubtful.isEmpty { return }
        let report = try await shown { try await passes.fetch(.damaged(doubtful)) }
        if let stopped = report.stopped { _ = told(stopped) }
    }
}
