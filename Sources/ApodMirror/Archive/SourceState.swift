/// `.apod-mirror/schedule.json`: when the source may be asked again.
struct SourceState: Codable, Equatable, Sendable {
    /// A 429's word, clamped; kept over restarts so that a restart is no way around it.
    var pausedUntil: Timestamp?
    var pausedSource: String?
    var lastSuccess: Timestamp?

    enum CodingKeys: String, CodingKey {
        case pausedUntil = "paused_until"
        case pausedSource = "paused_source"
        case lastSuccess = "last_success"
    }
}
