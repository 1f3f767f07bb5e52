package import Days
internal import Words

/// The wish of somebody who pressed a star: that a day be a favorite, or be none. It is written `+2026-07-04` or
/// `-2026-07-04`.
package struct StarWish: Equatable, Sendable {
    package let day: Day
    package let isWanted: Bool

    package init(day: Day, isWanted: Bool) {
        (self.day, self.isWanted) = (day, isWanted)
    }

    package init?(_ text: String) {
        guard let sign = text.utf8.first, "+-".utf8.contains(sign), text.utf8.count == 11,
            let day = Day(text.dropFirst())
        else { return nil }
        self.init(day: day, isWanted: sign == UInt8(ascii: "+"))
    }

    package var text: String { "\(isWanted ? "+" : "-")\(day)" }
}

/// The one line that serve sends to the star's process: the wish, and the id of the mirror that it is about.
package struct StarMessage: Equatable, Sendable {
    package let wish: StarWish
    package let mirror: String

    package init(wish: StarWish, mirror: String) {
        (self.wish, self.mirror) = (wish, mirror)
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count <= 128, let line = String(validating: bytes, as: UTF8.self) else { return nil }
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let wish = StarWish(String(parts[0])), !parts[1].isEmpty else { return nil }
        self.init(wish: wish, mirror: String(parts[1]))
    }

    var bytes: [UInt8] { Array("\(wish.text) \(mirror)".utf8) }
}

/// What became of a wish.
package enum StarOutcome: Equatable, Sendable {
    case kept, removed, unchanged
    case refused(String)
    case noDaemon
    /// The daemon did not answer in time. It may still do as it was asked.
    case late
    /// No process takes stars.
    case noStar
    /// Another site's page, a page of an earlier start, or a program without a page.
    case foreign
    case tooMany(seconds: Int)
    /// Others wait already.
    case busy
    case nonsense
    case body

    /// The line by which the star's process tells it.
    package var line: String {
        switch self {
        case .refused(let reason): "refused \(reason)"
        default: word
        }
    }

    /// Reads a line of the star's process or a word of the daemon's.
    package init?(line: String) {
        let known: [StarOutcome] = [.kept, .removed, .unchanged, .noDaemon, .late]
        if let outcome = known.first(where: { $0.word == line }) {
            self = outcome
        } else if line.hasPrefix("refused ") {
            self = .refused(printable(String(line.dropFirst("refused ".count).prefix(500))))
        } else {
            return nil
        }
    }

    var word: String {
        switch self {
        case .kept: "kept"
        case .removed: "removed"
        case .unchanged: "unchanged"
        case .refused: "refused"
        case .noDaemon: "daemon down"
        case .late: "late"
        case .noStar: "off"
        case .foreign: "foreign"
        case .tooMany: "too many"
        case .busy: "busy"
        case .nonsense, .body: "nonsense"
        }
    }

    /// The HTTP status.
    var code: Int {
        switch self {
        case .kept, .removed, .unchanged: 200
        case .nonsense: 400
        case .foreign: 403
        case .refused: 409
        case .body: 413
        case .tooMany: 429
        case .noDaemon, .noStar, .busy: 503
        case .late: 504
        }
    }

    /// The sentence that a page shows.
    var sentence: String {
        switch self {
        case .kept: "It is a favorite."
        case .removed: "It is no favorite any more."
        case .unchanged: "It was so already."
        case .refused(let reason): reason
        case .noDaemon: "The mirror’s daemon does not run: nothing was changed."
        case .late: "The mirror’s daemon has not answered yet: the change may still come."
        case .noStar: "Stars are not taken here: apod-mirror setup with --favorites-by-web switches them on."
        case .foreign: "Stars are taken from this server’s own page only, as it is now: load it anew."
        case .tooMany: "So many stars in a minute are too many: nothing was changed. Wait a moment."
        case .busy: "Other stars are still waiting: nothing was changed. Try again."
        case .nonsense: "A star is asked for as /star?wish=%2B2026-07-04, and given back as /star?wish=-2026-07-04."
        case .body: "A star has no body."
        }
    }
}
