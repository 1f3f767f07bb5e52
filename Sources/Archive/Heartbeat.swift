internal import Folder

/// The steps that the daemon's loops are in, and since when each has made no progress. An idle loop is in none, which
/// is healthy.
package final class Heartbeat: Sendable {
    package init() {}

    private struct Step {
        let name: String
        /// Grows as the step makes progress.
        let progress: @Sendable () -> Int64
        var seen: Int64
        var since: SuspendingClock.Instant
    }

    private let steps = Monitor(CurrentValues<Step>())

    /// Runs a step of a loop. A step that takes long reports its progress, by which the watchdog tells slow from stuck.
    package func step<Result>(
        _ name: String, progress: @escaping @Sendable () -> Int64 = { 0 }, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await steps.with(Step(name: name, progress: progress, seen: progress(), since: .now), body)
    }

    /// A step without progress for longer than the limit, and for how long. A suspended machine's time does not count.
    package func stuck(longerThan limit: Duration) -> (name: String, time: Duration)? {
        steps.withLock { steps in
            for (number, var step) in steps.numbered {
                let progress = step.progress()
                if progress != step.seen {
                    step.seen = progress
                    step.since = .now
                    steps.numbered[number] = step
                }
                let time = step.since.duration(to: .now)
                if time > limit { return (step.name, time) }
            }
            return nil
        }
    }
}
