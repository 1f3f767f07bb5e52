package import Days
package import Folder

/// `.apod-mirror/doubtful.json`: pictures that came whole and are not right all the same: no decoder reads them, a
/// decoder complains about them, or they are too small to be a picture of the day.
///
/// Doubts are kept in this one place: the commit and the decoder write it, the plan, `verify` and `status` read it.
package struct Doubts: MirrorNote, Decodable, Sendable {
    package static let name: FilePath = "doubtful.json"

    var days: [Day: Doubt] = [:]

    package struct Doubt: Codable, Equatable, Sendable {
        /// The fault of the picture, which the text calls "it".
        var reason: String
        /// The sum of the picture; the doubt does not hold for another.
        var sha256: String
        var since: Timestamp
        /// When NASA was asked for the picture again, and sent nothing better. The next doubt about the day goes on
        /// counting, so that a server that has other bytes each time is not asked for ever.
        var asked: [Timestamp] = []

        /// Whether NASA is to be asked: by the next sync, and by one after a week, as with any picture. After that the
        /// picture is what NASA has.
        package func isDue(at now: Timestamp) -> Bool {
            switch asked.count {
            case 0: true
            case 1: since + 7 * 86_400 <= now && asked[0] + 86_400 <= now
            default: false
            }
        }

        /// The reason, and what is done about it.
        package var sentence: String {
            asked.count < 2
                ? "\(reason); NASA is asked for it again" : "\(reason); NASA was asked twice, and has no other"
        }
    }

    /// Records what is wrong with a day's picture; `nil` when nothing is.
    mutating func record(_ reason: String?, about day: Day, sha256: String, now: Timestamp) {
        guard let reason else {
            days[day] = nil
            return
        }
        let former = days[day]
        if former?.sha256 == sha256, former?.reason == reason { return }
        days[day] = Doubt(reason: reason, sha256: sha256, since: now, asked: former?.asked ?? [])
    }
}

extension Metadata.Picture {
    /// Why the picture is too small to be what NASA meant to show; `nil` when it is not.
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
    /// The recorded doubts; without `doubtful.json`, those that the days' JSON and the thumbnails' marks tell.
    func doubts(_ listing: @autoclosure () throws -> Listing) throws -> Doubts {
        if let noted = try readNote(Doubts.self) { return noted }
        var doubts = Doubts()
        let thumbnails = ThumbnailFolder(root)
        for day in try listing().presentDays {
            guard let picture = (try? metadata(day))?.mirror.picture else { continue }
            let mark = thumbnails.mark(of: day)
            let isUnreadable = mark?.isForGood == true && mark?.sha256 == picture.sha256
            let reason = isUnreadable ? mark.map { ThumbnailFailure.doubt($0.reason) } : picture.smallness
            doubts.record(reason, about: day, sha256: picture.sha256, now: picture.fetched)
        }
        return doubts
    }

    /// The doubts about pictures that stand in the tree now.
    package func doubtful(_ listing: Listing) throws -> [Day: Doubts.Doubt] {
        var found: [Day: Doubts.Doubt] = [:]
        for (day, doubt) in try doubts(listing).days {
            guard listing.isPresent(day), let stored = try? metadata(day), stored.mirror.state != .hidden,
                let picture = stored.mirror.picture, picture.kind != .page, picture.sha256 == doubt.sha256
            else { continue }
            found[day] = doubt
        }
        return found
    }
}
