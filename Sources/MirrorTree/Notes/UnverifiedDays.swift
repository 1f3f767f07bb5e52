package import Days
internal import Folder

/// `.apod-mirror/unverified.json`: days whose JSON says that NASA was never asked about their picture, for the next pass to ask.
/// Where it is lost, they are asked about when their turn comes.
struct UnverifiedDays: Codable, Equatable, Sendable {
    static let file: FilePath = "unverified.json"

    private var days: [String] = []

    var all: Set<Day> { Set(days.compactMap { Day($0) }) }

    init(_ all: Set<Day> = []) {
        days = all.map(\.description).sorted()
    }
}

extension Tree {
    /// The days whose picture NASA was never asked about.
    package var unverifiedDays: Set<Day> {
        get throws { try readNote(UnverifiedDays.self, UnverifiedDays.file)?.all ?? [] }
    }
}

extension MirrorNotes {
    /// Records which of these stored days have a picture that NASA was never asked about.
    package func recordUnverified(of stored: [Metadata]) throws {
        let former = try tree.unverifiedDays
        var days = former
        for metadata in stored {
            if metadata.mirror.picture?.isUnverified == true {
                days.insert(metadata.date)
            } else {
                days.remove(metadata.date)
            }
        }
        if days != former { try save(UnverifiedDays(days), as: UnverifiedDays.file) }
    }

    /// Forgets days that are gone.
    func forgetUnverified(where isGone: (Day) -> Bool) throws {
        let former = try tree.unverifiedDays
        let days = former.filter { !isGone($0) }
        if days != former { try save(UnverifiedDays(days), as: UnverifiedDays.file) }
    }
}
