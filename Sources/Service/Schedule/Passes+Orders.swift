internal import Archive
internal import Days
internal import Folder
package import MirrorTree
internal import NASA
package import Refresh
internal import Settings

/// Passes for an order: over certain days, and not remembered for the schedule.
extension Passes {
    /// Makes a pass for certain days only, which is not recorded for the schedule. Troubles of days that a user named are
    /// named by its report.
    package func fetch(_ scope: RefreshScope) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            var report = try await refresh(only: scope)
            if case .days = scope { await conclude(&report, isDue: false) }
            // Favorites that could not be had come with the next pass for all that is due, which does not wait for tomorrow.
            if case .favorites = scope, report.stopped != nil { try await plan { $0.isWhole = false } }
            return report
        }
    }

    private func refresh(only scope: RefreshScope) async throws -> PassReport {
        let report = try await reported {
            $0 is SourceError
        } during: {
            try await refresher.refresh(scope)
        }
        // Pages written during the pass lack what it noted of days only at its end.
        archive.events.send(.passEnded)
        return report
    }

    /// Brings damaged days back: from the vault and what else is known of them here, else from the source the very bytes
    /// that were stored.
    func mend(_ days: Set<Day>) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            let doublyDamaged = days.filter { archive.tree.damages(of: $0).count > 1 }
            var report = try await mendOnce(days)
            // Words without a second copy are mended around a whole picture only.
            let left = doublyDamaged.filter { archive.tree.check($0) != nil }
            if left.isEmpty || report.stopped != nil { return report }
            let again = try await mendOnce(left)
            report.pending.merge(again.pending) { $1 }
            report.stopped = again.stopped
            return report
        }
    }

    private func mendOnce(_ days: Set<Day>) async throws -> PassReport {
        try await archive.mend(days)
        let damaged = await archive.perform { archive in days.filter { archive.tree.check($0) != nil } }
        if damaged.isEmpty { return PassReport() }
        let report = try await refresh(only: .damaged(damaged))
        // The vault's own copies come from what the source gave.
        try await archive.mend(damaged)
        return report
    }

    /// Makes a pass over days of which a collection may have the pictures.
    func adopt(_ days: Set<Day>, from collection: OfferedCollection) async throws -> PassReport {
        try await alone {
            try archive.claim.check()
            let report = try await reported {
                $0 is SourceError
            } during: {
                collection.isUnchecked
                    ? try await refresher.refresh(days, fromRecordsIn: collection)
                    : try await refresher.taking(from: collection).refresh(.named(days))
            }
            try await planUnverified()
            archive.events.send(.passEnded)
            return report
        }
    }

    /// Brings days back from other mirrors.
    func restore(
        _ damaged: Set<Day>, lacking: Set<Day>, from peers: [Peer], trust: PeerTrust
    ) async throws -> PassReport {
        try await slot.inside {
            defer { bell.ring() }
            let progress: @Sendable () -> Int64 = { [progress] in progress() + peers.bytesReceived }
            return try await heartbeat.step("The repair", progress: progress) {
                try archive.claim.check()
                let report = try await refresher.restore(damaged, lacking: lacking, from: peers, trust: trust)
                try await planUnverified()
                return report
            }
        }
    }

    /// Has the next pass ask NASA about days that came without it, also where the day's thorough pass is over.
    private func planUnverified() async throws {
        if try archive.tree.dayNotes.isAnyUnasked { try await plan { $0.wasThorough = false } }
    }

    /// Has the schedule take the last pass for one that left more to do.
    private func plan(_ change: (inout LastRefresh) -> Void) async throws {
        guard var last = try await lastRefresh() else { return }
        change(&last)
        remember(last)
        try await archive.perform { [last] in try $0.notes.record(last) }
    }

    /// Brings damaged days back from the vault, and what else is known of them here.
    func mendHere(_ days: Set<Day>) async throws {
        try await slot.inside {
            try await heartbeat.step("The repair", progress: progress) {
                try archive.claim.check()
                try await archive.mend(days)
            }
        }
    }

    /// Removes what the setting `keep` does not cover; never beside a pass.
    ///
    /// - Parameter isAsked: whether a user asks, who answers for the clock. Otherwise nothing is removed while the
    ///   clock is in doubt.
    func prune(isAsked: Bool = false) async throws -> Pruning {
        guard isAsked || !clock.isInDoubt else { return Pruning() }
        return try await slot.inside {
            try await heartbeat.step("The prune", progress: progress) {
                try archive.claim.check()
                return try await archive.prune(keep: configuration.keep, now: clock.now)
            }
        }
    }
}
