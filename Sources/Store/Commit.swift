internal import Days
package import Folder
package import MirrorTree

/// The changes of a window of days, made durable together and placed month by month.
///
/// The order is what makes a crash harmless. Every picture and every day's new JSON is written and flushed in
/// `incoming/` first; the JSON there is the intent, which the next start carries out if this one cannot
/// (``Recovery``). Then each month gets its share, whatever becomes of the others (``MonthCommit``).
struct Commit {
    /// A day's share of the commit.
    struct Step {
        /// The change's place among those of the commit.
        let position: Int
        let change: DayChange
        let standing: StoredDay
        /// The day's metadata as they are written.
        var metadata: Metadata
        typealias FormerFile = (name: String, sha256: String)
        /// The file that the day had.
        let formerFile: FormerFile?
        var picture: Saver.Staged?
        /// The day's new record as NASA served it; `nil` where the one that stands there stays.
        var record: Saver.Staged?
        /// Whether the former JSON goes to `superseded/`, since no record says its words.
        var supersedesMetadata = false
        var intent: Saver.Staged?
        /// The name the picture had, when it gets another one.
        var abandonedName: String?
        /// The note of that name in `incoming/`, until the name is gone.
        var removal: Saver.Staged?
        var hasFile = false

        var former: Metadata? { standing.metadata }
        var staged: [Saver.Staged] { [picture, record, intent, removal].compactMap(\.self) }
        /// The files that are discarded when the day is given up. A fetched picture stays to be taken up again.
        var discardable: [Saver.Staged] { [intent, record, removal, isReturn ? picture : nil].compactMap(\.self) }
        /// Whether the picture comes back from the vault.
        var isReturn: Bool { picture?.name == StagedName.returned(change.day) }
    }

    let changes: [DayChange]
    let tree: Tree
    let saver: Saver
    lazy var duplicator = Duplicator(saver)
    /// The outcomes of the changes, by their place among those of the commit.
    var outcomes: [Int: Result<Metadata, any Error>] = [:]
    /// Months in which something is still to be done, and why.
    private(set) var unfinished: [String: any Error] = [:]
    /// The months with the days that are to be placed, and in the end with those that were.
    var months: [String: MonthCommit] = [:]

    /// Throws what concerns all changes, such as a full disk, before anything visible has changed.
    mutating func run() throws {
        do {
            try stageAll()
            try flushAll()
        } catch {
            // Without their intents these changes never happened, and the next start does not carry out what was given
            // up. A fetched picture stays to be taken up again.
            for step in months.values.flatMap(\.steps) { giveUp(step) }
            throw error
        }
        for (name, var month) in months {
            unfinished[name] = month.place()
            outcomes.merge(month.outcomes) { $1 }
            months[name] = month
        }
    }

    private mutating func flushAll() throws {
        let lost = try saver.flush(months.values.flatMap(\.steps).flatMap(\.staged))
        if lost.isEmpty { return }
        for month in months.keys {
            for step in months[month]?.steps ?? [] {
                guard let error = step.staged.lazy.compactMap({ lost[$0.name] }).first else { continue }
                outcomes[step.position] = .failure(error)
                months[month]?.steps.removeAll { $0.position == step.position }
                giveUp(step)
            }
        }
    }

    /// Discards a day's intent, record and removal. Those that a start found in `incoming/` stay until they are
    /// carried out.
    private func giveUp(_ step: Step) {
        if case .interrupted = step.change.basis { return }
        step.discardable.forEach(saver.discard)
    }
}

/// `.apod-mirror/incoming/DATE.former`: a name that a day's file gives up. It is written before a commit changes
/// anything visible and goes after the name has gone, so a start after a crash knows that the second file it finds
/// under the day is ours to remove, and not something the owner put there.
struct NameRemoval: Equatable, Sendable {
    static let suffix = ".former"

    var day: Day
    var name: String
    /// The SHA-256 of the file that had the name; other bytes are not the mirror's.
    var sha256: String

    var file: FilePath { "\(day)\(Self.suffix)" }

    var encoded: [UInt8] { Array("\(sha256)  \(name)\n".utf8) }
}

extension NameRemoval {
    /// `nil` when the file is torn: then nothing visible has changed yet.
    init?(_ file: FilePath, _ bytes: [UInt8]) {
        guard let name = file.text, name.hasSuffix(Self.suffix), let day = Day(name.dropLast(Self.suffix.count)),
            let sum = Checksums(bytes)?.sums.first
        else { return nil }
        self.init(day: day, name: sum.key, sha256: sum.value)
    }
}

/// The change of one day that a commit makes.
package struct DayChange: Sendable {
    /// The new metadata, complete but for the picture's visible name, which the commit chooses.
    package var metadata: Metadata
    package var content: Content
    package var basis: Basis
    /// Whether a former picture is kept in `superseded/`: not when the original takes a rendition's place.
    package var keepsFormer = true
    /// The very bytes of a JSON that says what ``metadata`` says: a second copy's, or the one that stands there. They stay
    /// as they are, with keys of a newer version, and with an own sum that tells of damage.
    package let json: [UInt8]?

    package init(
        metadata: Metadata, content: Content, basis: Basis, keepsFormer: Bool = true, json: [UInt8]? = nil
    ) {
        (self.metadata, self.content, self.basis, self.keepsFormer) = (metadata, content, basis, keepsFormer)
        self.json = json
    }

    package enum Content: Sendable {
        /// A picture, a video or the copy of a page in `incoming/`, whole and checked.
        case fetched(FilePath)
        /// A favorite's picture in the vault, whole and checked, which gets a second name.
        case secondCopy(OpenFile)
        /// The page that stands for a video that lives elsewhere, around its poster. It is made of the metadata when it is
        /// staged.
        case page(VideoPage.Poster?)
        /// The file that stands in the tree stays, under a new name if the title changed.
        case kept
        /// Metadata alone: the picture is still to come.
        case none
        /// Metadata alone: the day's file goes for good, since its owner hid the day.
        case removed
    }

    /// The reason why the change may be made.
    package enum Basis: Sendable {
        /// The day as it was when the change was judged. The change is refused when the day has changed since.
        case judged(StoredDay)
        /// A commit that was cut short had checked the change.
        case interrupted
    }

    var day: Day { metadata.date }

    /// The fetched picture that takes another's place; `nil` where there is none.
    var replacement: MirrorNotes.Replacement? {
        guard case .fetched = content, case .judged(let stored) = basis, let new = metadata.mirror.picture,
            let former = stored.sealed?.recordedPicture, former.sha256 != new.sha256
        else { return nil }
        return (day, former, new)
    }
}
