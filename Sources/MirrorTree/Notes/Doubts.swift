package import Days
internal import Folder
internal import Words

/// `.apod-mirror/doubtful.json`: pictures that came whole and are not right all the same: no decoder reads them, one
/// complains about them, or they are too small to be anybody's picture of the day.
///
/// The one place where that is remembered: the commit and the decoder write it, the plan, `verify` and `status` read it.
package struct Doubts: Codable, Equatable, Sendable {
    var days: [String: Doubt] = [:]

    package struct Doubt: Codable, Equatable, Sendable {
        /// What is wrong with "it", the picture.
        var reason: String
        /// Another picture is another matter.
        var sha256: String
        var since: Timestamp
        /// When NASA was asked for it again, and sent nothing better. A server that has other bytes each time is not
        /// asked for ever: the next doubt about the day goes on counting.
        var asked: [Timestamp] = []

        /// The next sync asks, and one after a week, as with any picture. After that it is what NASA has.
        package func isDue(at now: Timestamp) -> Bool {
            switch asked.count {
            case 0: true
            case 1: since + 7 * 86_400 <= now && asked[0] + 86_400 <= now
            default: false
            }
        }

        /// The reason, and what comes of it.
        package var sentence: String {
            asked.count < 2
                ? "\(reason); NASA is asked for it again" : "\(reason); NASA was asked twice, and has no other"
        }
    }

    subscript(day: Day) -> Doubt? {
        get { days[day.description] }
        set { days[day.description] = newValue }
    }

    /// Notes what is wrong with a day's picture; `nil` when nothing is.
    mutating func note(_ reason: String?, about day: Day, sha256: String, now: Timestamp) {
        guard let reason else {
            self[day] = nil
            return
        }
        let former = self[day]
        if former?.sha256 == sha256, former?.reason == reason { return }
        self[day] = Doubt(reason: reason, sha256: sha256, since: now, asked: former?.asked ?? [])
    }
}

extension Metadata.Picture {
    /// Why it cannot be what NASA meant to show, going by its size; `nil` when it can.
    var smallness: String? {
        if kind == .page { return nil }
        if let width, let height, min(width, height) < Self.fewestPixels {
            return "it has only \(width) by \(height) pixels"
        }
        return bytes < Self.fewestBytes ? "it has only \(Quantity.plural(Int(bytes), "byte"))" : nil
    }

    /// The smallest picture of thirty years is many times larger.
    private static let fewestPixels = 32
    private static let fewestBytes = 1_000
}

extension Tree {
    /// What is noted; where nothing is yet, or the note was lost, what the days' JSON and the thumbnails' marks tell.
    func doubts(_ listing: @autoclosure () throws -> Listing) throws -> Doubts {
        if let noted = try note(Doubts.self, "doubtful.json") { return noted }
        var doubts = Doubts()
        let thumbnails = ThumbnailFolder(root)
        for day in try listing().presentDays {
            guard let picture = (try? metadata(day))?.mirror.picture else { continue }
            let mark = thumbnails.mark(of: day)
            let isUnreadable = mark?.isForGood == true && mark?.sha256 == picture.sha256
            let reason = isUnreadable ? mark.map { ThumbnailFailure.doubt($0.reason) } : picture.smallness
            doubts.note(reason, about: day, sha256: picture.sha256, now: picture.fetched)
        }
        return doubts
    }

    /// Those about pictures that stand there now.
    package func doubtful(_ listing: Listing) throws -> [Day: Doubts.Doubt] {
        var found: [Day: Doubts.Doubt] = [:]
        for (text, doubt) in try doubts(listing).days {
            guard let day = Day(text), listing.isPresent(day), let stored = try? metadata(day),
                stored.mirror.state != .hidden, let picture = stored.mirror.picture, picture.kind != .page,
                picture.sha256 == doubt.sha256
            else { continue }
            found[day] = doubt
        }
        return found
    }
}
