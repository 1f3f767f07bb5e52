package import Days
package import Folder
package import JSON
package import NASA

/// `.apod-mirror/schedule.json`: when the source may be asked again.
package struct SourceState: MirrorNote, Decodable, Sendable {
    package static let name: FilePath = "schedule.json"

    /// The end of the pause that a 429 asked for, clamped; kept on disk, so that a restart is no way around it.
    package var pausedUntil: Timestamp?
    package var pausedSource: String?
    package var lastSuccess: Timestamp?
    /// The last refresh, which the schedule goes by.
    package var lastRefresh: LastRefresh?

    /// The address that answered in the other API's form with the last pass that came to an end.
    private(set) var movedSource: String?
    /// The source to set in its place, as the setting `source` names it.
    private(set) var movedTo: String?

    package mutating func record(_ form: OtherForm) {
        (movedSource, movedTo) = (form.url, form.source)
    }

    package mutating func forgetOtherForm(of source: String) {
        if movedSource == source { (movedSource, movedTo) = (nil, nil) }
    }

    /// The other form in which the source answered; `nil` when it did not.
    package func otherForm(of source: String, remedy: SourceRemedy) -> OtherForm? {
        guard movedSource == source, let movedTo else { return nil }
        return OtherForm(url: source, source: movedTo, remedy: remedy(movedTo))
    }

    /// The time until which that source asked to be left alone; `nil` when it may be asked.
    package func pause(of source: String, at now: Timestamp) -> Timestamp? {
        // A pause beyond the longest there is was recorded while the clock was wrong.
        guard pausedSource == source, let pausedUntil, pausedUntil > now, pausedUntil <= now + RetryAfter.longest
        else { return nil }
        return pausedUntil
    }

    enum CodingKeys: String, CodingKey {
        case pausedUntil = "paused_until"
        case pausedSource = "paused_source"
        case lastSuccess = "last_success"
        case lastRefresh = "last_look"
        case movedSource = "moved_source"
        case movedTo = "moved_to"
    }
}

/// The last refresh, remembered in `.apod-mirror/schedule.json`: a restart or a resume catches up once, and only when
/// there is something to catch up with.
package struct LastRefresh: Codable, Equatable, Sendable {
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
        (self.time, self.day, self.count, self.isWhole, self.wasThorough) = (time, day, count, isWhole, wasThorough)
    }

    enum CodingKeys: String, CodingKey {
        case time, day, count
        case isWhole = "whole"
        case wasThorough = "thorough"
    }
}

/// The content of a small file in `.apod-mirror/`. Every such file can be made again, at worst with one more request to the
/// source.
package protocol MirrorNote: JSONReadable, Encodable, Equatable {
    static var name: FilePath { get }
}

extension MirrorNote {
    package init(reading reader: inout JSONReader) throws(NotJSON) where Self: Decodable { self = try reader.decode() }

    package static var file: FilePath { Tree.own.appending(name) }
}

extension Tree {
    /// Returns `nil` for a file that is missing or cannot be understood.
    package func readNote<Note: MirrorNote>(_ type: Note.Type) throws -> Note? {
        try Self.readNote(type, in: root)
    }

    static func readNote<Note: MirrorNote>(_ type: Note.Type, in root: Folder) throws -> Note? {
        try root.read(Note.file).flatMap { try? JSONReader.read(type, from: $0) }
    }
}
