import SampleNASA

/// The days that gestures are made with, by the names that scripts know them under: `$ONE` is the path of that day's
/// file below the root, `$ONE_NAME` its name, `$ONE_DAY` its date, `$ONE_SHORT` the date in six digits, `$ONE_MONTH`
/// the folder and `$ONE_JSON` its entry.
enum KnownDay: String, CaseIterable, Sendable {
    case today = "TODAY"
    case one = "ONE"
    case two = "TWO"
    case three = "THREE"
    case film = "FILM"
    case page = "PAGE"
    /// Hidden by its owner.
    case hidden = "HIDDEN"
    /// NASA had its entry and not its picture when the mirror was made.
    case waiting = "WAITING"
    /// A favorite from the start, and the last to go: see ``GestureRun``.
    case last = "LAST"
    /// Older than the mirror.
    case later = "LATER"

    var ago: Int {
        switch self {
        case .today: 0
        case .one: 1
        case .two: 2
        case .three: 3
        case .film: 4
        case .page: 5
        case .hidden: 6
        case .waiting: 7
        case .last: 8
        case .later: 12
        }
    }

    static let history = 9
    static let served = 14

    var title: String {
        switch self {
        case .one: "Webb's View of M64"
        case .two: "Étoiles, 100% $HOME & more"
        case .film: "A Sun Halo"
        case .page: "Orbit Fly-through"
        default: "The Sky of \(rawValue)"
        }
    }

    var date: String { ServedDays.ago(ago) }
    var month: String { "\(date.prefix(4))/\(date.prefix(7))" }
    var name: String { "\(date) \(title).\(self == .film ? "mp4" : self == .page ? "html" : "jpg")" }
    var path: String { "\(month)/\(name)" }

    /// Whether its file is in the mirror from the start.
    var isMirrored: Bool { ![.hidden, .waiting, .later].contains(self) }

    var variables: [String: String] {
        [
            rawValue: path, "\(rawValue)_NAME": name, "\(rawValue)_DAY": date, "\(rawValue)_MONTH": month,
            "\(rawValue)_SHORT": date.dropFirst(2).filter { $0 != "-" },
            "\(rawValue)_JSON": "\(month)/metadata/\(date).json",
        ]
    }

    static let variables = allCases.reduce(into: [String: String]()) { $0.merge($1.variables) { $1 } }

    /// What a script's words mean.
    static func expanded(_ text: String, root: String = "") -> String {
        text.replacing(#/\$([A-Z]+(_[A-Z]+)?)/#) { match in
            match.output.1 == "ROOT" ? root : variables[String(match.output.1)] ?? String(match.output.0)
        }
    }

    /// NASA as the mirror finds it.
    static func publish(at server: SampleNASA) {
        for known in allCases {
            guard var day = server.day(known.date) else { continue }
            let file = known.rawValue.lowercased()
            var picture = Picture(
                file: file + ".jpg", folder: "2026/known", format: .jpeg, width: 64, height: 48, bytes: 0)
            picture.sharedPainting = 1
            day.title = known.title
            day.media =
                switch known {
                case .film:
                    .video(
                        Video(file: file + ".mp4", folder: "2026/known", width: 1280, height: 720, bytes: 5_000),
                        poster: picture)
                case .page: .embedded(address: "https://www.youtube.com/embed/known?rel=0")
                default: .picture(picture)
                }
            server.update(day)
        }
        server.setFault(.status(503), for: .media(waiting.date))
    }

    /// What NASA has under the day's address; `nil` where the mirror makes a page of its own.
    func published(at server: SampleNASA) -> [UInt8]? {
        self == .page ? nil : self == .film ? server.video(for: date) : server.picture(for: date)
    }
}
