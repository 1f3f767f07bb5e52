internal import Days

/// What is remembered of the last look, in `.apod-mirror/schedule.json`: a restart or a resume catches up once, and only
/// when there is something to catch up with.
struct LastLook: Codable, Equatable, Sendable {
    var time: Timestamp
    /// The day whose picture it was for.
    var day: Day
    /// How many looks there were for that day.
    var count: Int
    /// It came to its end.
    var isWhole: Bool
    /// One of that day's looks read a block of older days again.
    var wasThorough: Bool

    enum CodingKeys: String, CodingKey {
        case time, day, count
        case isWhole = "whole"
        case wasThorough = "thorough"
    }
}
