import Belief
import SampleNASA

@testable import MirrorTree
@testable import RefreshTestSupport

/// What a mirror has of each day beside what NASA means, and what it had right before.
struct MirroredDays {
    enum Part {
        case right, wrong, missing
        /// A page or a rendition in the place of a file that NASA has.
        case standIn
    }

    private struct Known {
        var json: [UInt8] = []
        var words = DayWords(title: "", story: "")
        var kind: Metadata.Picture.Kind?
        var isRight = false
    }

    private let daemon: DaemonUnderTest
    private var mirror: MirrorUnderTest { daemon.mirror }
    private var known: [String: Known] = [:]
    private var words: [String: Part] = [:]
    private var pictures: [String: Part] = [:]
    /// The records of days that had the right words, and the days that had the right picture.
    private var rightRecords: [String: [UInt8]] = [:]
    private var rightPictures: Set<String> = []

    init(_ daemon: DaemonUnderTest) {
        self.daemon = daemon
    }

    /// The days that are as NASA means them, those without words or picture, and all that are not right.
    var right: [String] { words.keys.filter { words[$0] == .right && pictures[$0] == .right } }
    var lacking: [String] { words.keys.filter { words[$0] == .missing || pictures[$0] == .missing } }
    var wrong: [String] { words.keys.filter { words[$0] != .right || pictures[$0] != .right }.sorted() }

    /// Looks at the mirror, and says in which days it has something wrong or has lost what was right.
    mutating func look(mayBeWrong: Bool) -> [String] {
        var found: [String] = []
        for (date, post) in daemon.posts.filter({ $0.key >= daemon.start }).sorted(by: { $0.key < $1.key }) {
            let day = read(date, post)
            let picture = mirror.picture(date)
            words[date] = day.map { $0.isRight ? .right : .wrong } ?? .missing
            pictures[date] = part(picture, day?.kind, of: post)
            if !mayBeWrong {
                if words[date] == .wrong { found.append("\(date) has wrong words: \(day?.words.title ?? "")") }
                if pictures[date] == .wrong { found.append("\(date) has a wrong picture") }
            }
            if words[date] == .right {
                rightRecords[date] = mirror.record(date)
            } else if let record = rightRecords[date], !isFormer(record, mirror.formerWords(date), date) {
                found.append("the right words of \(date) are lost")
            }
            if pictures[date] == .right {
                rightPictures.insert(date)
            } else if rightPictures.contains(date), !isFormer(daemon.files[date] ?? [], mirror.superseded(date), date) {
                found.append("the right picture of \(date) is lost")
            }
        }
        return found + shared
    }

    private mutating func read(_ date: String, _ post: SampleDay) -> Known? {
        guard let json = mirror.bytes("\(mirror.month(date))/metadata/\(date).json"),
            let metadata = try? Metadata(json)
        else {
            known[date] = nil
            return nil
        }
        if let known = known[date], known.json == json { return known }
        let words = DayWords(title: metadata.title, story: metadata.explanation)
        let isRight =
            metadata.title == post.title
            && DayWords.lettersAndDigits(metadata.explanation) == DayWords.lettersAndDigits(post.explanation)
        known[date] = Known(json: json, words: words, kind: metadata.mirror.picture?.kind, isRight: isRight)
        return known[date]
    }

    private func part(_ picture: [UInt8]?, _ kind: Metadata.Picture.Kind?, of post: SampleDay) -> Part {
        guard let picture else { return .missing }
        if case .embedded = post.media { return kind == .page ? .right : .wrong }
        if picture == daemon.files[post.date] { return .right }
        return kind == .original ? .wrong : .standIn
    }

    private func isFormer(_ bytes: [UInt8], _ names: [String], _ date: String) -> Bool {
        names.contains { mirror.bytes("\(mirror.month(date))/metadata/superseded/\($0)") == bytes }
    }

    /// What four days or more have in common, of titles, stories, their beginnings and pictures.
    private var shared: [String] {
        let words = known.values.map(\.words)
        let parts = [
            words.map(\.title), words.map(\.story), words.map { String($0.story.prefix(40)) },
            known.keys.compactMap { date in mirror.picture(date).map { mirror.sha256($0) } },
        ]
        return parts.flatMap { part in
            Dictionary(grouping: part.filter { !$0.isEmpty }, by: \.self).filter { $0.value.count > 3 }
                .map { "\($0.value.count) days share “\($0.key.prefix(60))”" }
        }
    }
}
