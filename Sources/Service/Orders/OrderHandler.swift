internal import Archive
package import Days
internal import Favorites
internal import Folder
package import Gallery
package import MirrorTree
internal import Refresh
package import Settings
internal import Store
internal import Transfer

/// Carries out orders on a mirror that this process holds. A command that found the mirror free does it as the daemon
/// does for one that asks; ``Holder`` says what differs.
package struct OrderHandler: Sendable {
    package let passes: Passes
    package let galleryUpdater: GalleryUpdater
    package let say: @Sendable (Reply) -> Void
    package let request: ControlRequest
    let holder: Holder

    /// The kind of process that holds the mirror.
    package enum Holder: Sendable {
        /// A command that found the mirror free. No other process keeps its favorites meanwhile.
        case command
        /// A daemon, which keeps favorites anyway, goes by its own settings, and has a status to tell.
        ///
        /// - Parameters:
        ///   - status: Tells the status as it is now.
        ///   - remember: Has the status tell this damage, by day, and no other.
        case daemon(status: @Sendable () async -> MirrorStatus, remember: @Sendable ([Day: String]) async -> Void)

        var isDaemon: Bool {
            if case .daemon = self { true } else { false }
        }
    }

    package init(
        passes: Passes, galleryUpdater: GalleryUpdater, say: @escaping @Sendable (Reply) -> Void,
        request: ControlRequest, holder: Holder
    ) {
        self.passes = passes
        self.galleryUpdater = galleryUpdater
        self.say = say
        self.request = request
        self.holder = holder
    }

    var archive: Archive { passes.archive }

    /// Throws errors that a user must be told, and from which the exit code follows.
    package func carryOut() async throws -> ExitCode {
        guard request.mirror == archive.tree.identity.id else { return .noDaemon }
        let own = passes.configuration
        if holder.isDaemon, let refusal = request.settings.refusal(of: request.order, by: own, place: request.place) {
            say(.complaint("apod-mirror: " + refusal))
            return .usage
        }
        return switch request.order {
        case .fetch(let since, let until, let others):
            try await sync(since: since, until: until, from: peers(of: others))
        case .hide(let days): try await hide(days)
        case .unhide(let days): try await unhide(days)
        case .mend(let days, let others):
            try await repair(Set(days), from: peers(of: others), isOffline: others.isOffline)
        case .damaged(let days): try await remember(days)
        case .reread(let days): try await reread(days)
        case .accept(let days): try await accept(days)
        case .keep(let days): try await keep(days)
        case .favorites(let order): try await changeFavorites(order)
        case .prune: try await prune()
        case .gallery: try await gallery()
        case .noteSums: try await noteSums()
        case .adopt(let folder): try await adopt(folder)
        case .status: try await status()
        }
    }

    /// Runs a pass, and replies with its events and the bytes received.
    package func shown(_ pass: () async throws -> PassReport) async throws -> PassReport {
        let transfer = passes.refresher.fetch.transfer
        return try await shown(receiving: { transfer.bytesReceived }, pass)
    }

    func shown<Result>(
        receiving bytes: @escaping @Sendable () -> Int64, _ pass: () async throws -> Result
    ) async throws -> Result {
        let before = bytes()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            if request.wantsProgress {
                group.addTask {
                    while true {
                        try await Pause().wait(for: .milliseconds(100))
                        say(.received(bytes() - before))
                    }
                }
            }
            defer { group.cancelAll() }
            return try await archive.events.heard {
                say(.event($0))
            } during: {
                try await pass()
            }
        }
    }

    func line(_ text: String) {
        say(.line(text))
    }

    /// Replies with the error that ended a pass early, and returns its exit code.
    package func told(_ error: any Error) -> ExitCode {
        let failure = Failure(error)
        say(.complaint(failure.sentence))
        return failure.exitCode
    }

    private func noteSums() async throws -> ExitCode {
        try archive.claim.check()
        let held = try await archive.perform { archive in
            let held = try archive.tree.heldSums(archive.store.list())
            try archive.notes.save(held)
            return held
        }
        line(held.sum(of: .all).sum)
        return .fine
    }

    private func status() async throws -> ExitCode {
        guard case .daemon(let now, _) = holder else { return .noDaemon }
        let status = await now()
        say(.status(status))
        return status.isWell ? .fine : .notAllWell
    }
}

extension OrderHandler {
    fileprivate func hide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { day in
            // The scan comes first: a link that was just dropped makes a favorite of the day, too.
            try await archive.perform { archive in
                _ = try archive.favorites.run()
                try archive.store.hide(day)
                try archive.today.update()
            }
            return "\(day) is hidden. To have it back: apod-mirror unhide \(day)\(request.options)"
        }
    }

    fileprivate func unhide(_ days: [Day]) async throws -> ExitCode {
        try await each(days) { day in
            try await archive.perform { try $0.store.unhide(day) }
            return "\(day) is no longer hidden; the next sync fetches it."
        }
    }

    /// Changes each day; a day that cannot be changed is reported and keeps no other from it.
    private func each(_ days: [Day], _ change: (Day) async throws -> String) async throws -> ExitCode {
        try archive.claim.check()
        var exitCode = ExitCode.fine
        for day in days {
            do {
                let sentence = try await passes.heartbeat.step("The change") { try await change(day) }
                if !request.isQuiet { line(sentence) }
            } catch let error as HideError {
                var sentence = Failure(error).sentence
                // The sentence ends with a command.
                if case .favorite = error { sentence += request.options }
                say(.complaint(sentence))
                exitCode = .notAllWell
            } catch let error as DamagedMetadata {
                say(.complaint(Failure(error).sentence))
                exitCode = .notAllWell
            }
        }
        // An unhidden day is due.
        passes.bell.ring()
        return exitCode
    }
}

extension OrderHandler {
    fileprivate func prune() async throws -> ExitCode {
        let pruning = try await passes.prune(isAsked: true)
        let report = PruneReport(pruning: pruning, keep: passes.configuration.keep, options: request.options)
        if !request.isQuiet { report.lines.forEach(line) }
        guard let refusal = pruning.refusal else { return .fine }
        say(.complaint("apod-mirror: " + refusal))
        return .notAllWell
    }

    /// Prunes, and says nothing where nothing is removed.
    func pruneAfterSync() async -> ExitCode {
        do {
            let pruning = try await passes.prune()
            if let refusal = pruning.refusal { say(.complaint("apod-mirror: " + refusal)) }
            let report = PruneReport(pruning: pruning, keep: passes.configuration.keep)
            if !request.isQuiet, let sum = report.sum { line(sum) }
            return .fine
        } catch {
            return told(error)
        }
    }
}

extension OrderHandler {
    /// Makes all thumbnails and pages anew.
    fileprivate func gallery() async throws -> ExitCode {
        guard galleryUpdater.maker != nil || galleryUpdater.gallery != nil else {
            say(.complaint("apod-mirror: The settings gallery and thumbnails are both off; there is nothing to make."))
            return .notAllWell
        }
        try archive.claim.check()
        let listing = try await archive.perform { try $0.store.list() }
        var galleryUpdater = galleryUpdater
        let failures = Monitor<[Bool]>([])
        galleryUpdater.complain = { sentence, isDiskFull in
            say(.complaint("apod-mirror: " + sentence))
            failures.withLock { $0.append(isDiskFull) }
        }
        // A daemon's own work sends events of days, too.
        let told = Monitor<[Day: Bool]>([:])
        try await archive.events.heard { event in
            say(.event(event))
            guard case .thumbnail(let day, let news) = event else { return }
            told.withLock { $0[day] = news == .made || $0[day] == true }
        } during: {
            try await galleryUpdater.follow(.everything) {}
        }
        // A daemon tries its pages once more that it could not write.
        archive.events.send(.taken(.page))
        let failed = failures.withLock { $0 }
        if !failed.isEmpty { return failed.contains(true) ? .inputOutput : .notAllWell }
        if !request.isQuiet {
            let days = told.withLock { $0 }
            let (thumbnails, without) = (days.count { $0.value }, days.count { !$0.value })
            let months = Set(listing.days.keys.map(\.month)).count
            let facts = [
                galleryUpdater.maker.map { _ in Quantity.plural(thumbnails, "day") + " with thumbnails" },
                without > 0 ? "\(Quantity.count(without)) without" : nil,
                galleryUpdater.gallery.map { _ in "the pages of \(Quantity.plural(months, "month"))" },
            ]
            line("Made " + facts.compactMap(\.self).joined(separator: ", ") + ".")
        }
        return .fine
    }
}
