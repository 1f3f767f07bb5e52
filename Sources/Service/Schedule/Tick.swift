internal import Archive
internal import Days
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

/// The tick: waits for the time that the schedule names, and has a pass made.
struct Tick: Sendable {
    let passes: Passes
    let log: Log
    /// Returns at that time of this machine's clock, when the clock is set, or when the schedule is to be reckoned
    /// anew.
    let wait: @Sendable (Timestamp) async throws -> Void
    /// Called with the time when the next pass is due.
    let planned: @Sendable (Timestamp) -> Void

    /// Throws when it is cancelled, or when there is no mirror any more that could be written to.
    func run() async throws {
        var tellsRecords = true
        while true {
            let next = passes.schedule.next(after: passes.clock.now, try await passes.facts())
            planned(next)
            if next > passes.clock.now {
                try await wait(passes.clock.local(next))
            } else {
                try await refresh(&tellsRecords)
            }
        }
    }

    /// - Parameter tellsRecords: whether records are told that an older version did not keep: once, since they come for
    ///   weeks.
    private func refresh(_ tellsRecords: inout Bool) async throws {
        do {
            let report = try await passes.refresh()
            if tellsRecords, report.recorded > 0 {
                tellsRecords = false
                let archive = passes.archive
                let toCome = await archive.perform { $0.tree.recordsToCome($0.store.listing) }
                log.info(SyncReport.records(kept: report.recorded, toCome: toCome))
            }
            if let stopped = report.stopped { try tell(stopped) }
            let pruning = try await passes.prune()
            if let refusal = pruning.refusal { log.warning(refusal) }
            if let sum = PruneReport(pruning: pruning, keep: passes.configuration.keep).sum { log.info(sum) }
        } catch let error as CancellationError {
            throw error
        } catch {
            try tell(PassEnd(error, at: passes.clock.now))
        }
    }

    /// Logs what ended a pass, or throws it where the daemon must end: when it may not write to the mirror's root or its own
    /// folder, only its owner can help, by other rights or another unit, and waiting would not. A month that it may not write
    /// to keeps nothing else from going on.
    private func tell(_ end: PassEnd) throws {
        let isFatal =
            switch end.kind {
            case .root: true
            case .notWritable: isOwn(end) || (try? passes.archive.claim.isWritable) != true
            default: false
            }
        if isFatal { throw end }
        log.warning("\(end)")
    }

    private func isOwn(_ end: PassEnd) -> Bool { end.path.map(passes.archive.tree.isOwn) ?? false }
}
