package import Days
internal import NASA

/// `.apod-mirror/schedule.json`: when the source may be asked again.
package struct SourceState: Codable, Equatable, Sendable {
    /// A 429's word, clamped; kept over restarts so that a restart is no way around it.
    package var pausedUntil: Timestamp?
    package var pausedSource: String?
    package var lastSuccess: Timestamp?
    /// What the schedule goes by.
    package var lastLook: LastLook?

    /// Until when that source asked to be left alone; `nil` when it may be asked.
    package func pause(of source: String, at now: Timestamp) -> Timestamp? {
        // A pause beyond the longest there is was noted while the clock was wrong.
        guard pausedSource == source, let pausedUntil, pausedUntil > now, pausedUntil <= now + RetryAfter.longest
        else { return nil }
        return pausedUntil
    }

    enum CodingKeys: String, CodingKey {
        case pausedUntil = "paused_until"
        case pausedSource = "paused_source"
        case lastSuccess = "last_success"
        case lastLook = "last_look"
    }
}
