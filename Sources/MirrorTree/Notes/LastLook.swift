package import Days

/// The last refresh, remembered in `.apod-mirror/schedule.json`: a restart or a resume catches up once, and only when
/// there is something to catch up with.
package struct LastLook: Codable, Equatable, Sendable {
    package var time: Timestamp
    /// The day whose picture the refresh was for.
    package var day: Day
    /// How many refreshes there were for that day.
    package var count: Int
    /// Whether the refresh came to its end.
    package var isWhole: Bool
    /// Whether a refresh of that day read a block of older days again.
    package var wasThorough: Bool

    package init(time: Timestamp, day: Day, count: Int, isWhole: Bool, wasThorough: Bool) {
        self.time = time
        self.day = day
        self.count = count
        self.isWhole = isWhole
        self.wasThorough = wasThorough
    }

    enum CodingKeys: String, CodingKey {
        case time, day, count
        case isWhole = "whole"
        case wasThorough = "thorough"
    }
}
