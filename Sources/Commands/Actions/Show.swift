internal import Credits
internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree
internal import Pages
internal import Settings

/// Prints a picture's story, wrapped to the terminal.
struct Show: SessionAction {
    /// `nil` for the newest picture's day.
    var day: Day?

    static let row = Command(
        name: "show", arguments: .optionalDay, help: "tells a picture's story",
        details: "Title, credit, explanation and path; of the newest picture unless a DAY is given.",
        action: { words throws(UsageError) in Show(day: try words.days().first) })

    func run(_ session: Session) throws -> ExitCode {
        let tree = try session.tree()
        let listing = try tree.listing()
        guard let day = day ?? listing.presentDays.last, let metadata = try tree.metadata(day) else {
            let reason = try day.flatMap { try tree.missingDays.reasons[$0] }
            throw NoPicture(day: day, reason: reason, options: session.sameOptions)
        }
        let width = session.output.terminal.isTerminal ? session.output.terminal.textColumns : 80
        func wrapped(_ text: String) {
            printable(text).wrapped(to: width).forEach { session.output.line($0) }
        }
        wrapped(metadata.title)
        session.output.line(Quantity.date(day))
        if let credit = metadata.mirror.credit ?? metadata.copyright {
            wrapped(metadata.copyright == nil ? "Credit: \(credit)" : "Credit & copyright: \(credit)")
        }
        wrapped("May I use it? \(metadata.reuse.inWords)")
        if let license = metadata.reuse.license?.address { session.output.line(license) }
        session.output.line()
        let web = try tree.storiesNow(listing)
        // A day that was removed meanwhile is not linked.
        let isShown = { (day: Day) in web.contains(day) && listing.days[day]?.hasMetadata ?? false }
        let numbered = NumberedStory(Story(metadata, isShown: isShown))
        wrapped(numbered.text)
        session.output.line()
        switch metadata.mirror.state {
        case .hidden:
            session.output.line("Hidden. To have it back: apod-mirror unhide \(day)\(session.sameOptions)")
        case .pending:
            wrapped("Pending: \(metadata.mirror.pending?.reason ?? "not fetched yet")")
        case .present, .disputed:
            guard let file = metadata.visibleName else { break }
            let path = tree.path(of: file, day: day)
            let isThere = try tree.root.status(Tree.monthPath(day).appending(FilePath(file)))?.kind == .file
            session.output.line(isThere ? path : "\(path) is missing; the next sync fetches it again.")
        }
        if let page = metadata.mirror.page { session.output.line(page) }
        func list(_ heading: String, _ lines: [String]) {
            guard !lines.isEmpty else { return }
            session.output.line()
            session.output.line(heading)
            for line in lines { session.output.line(printable(line)) }
        }
        func named(_ day: Day) -> String {
            "\(day)  \((try? tree.metadata(day)).flatMap { $0 }?.title ?? "")"
        }
        list("Links:", numbered.lines(named))
        let repeats = (tree.rememberedRepeats() ?? RepeatedPictures())[day].filter(isShown)
        list("The same picture was shown on:", repeats.map(named))
        list("Mentioned in:", web.mentions[day].filter(isShown).map(named))
        return .fine
    }
}

/// A day that a command asks for and the mirror does not have.
struct NoPicture: ExitCoded, Equatable, CustomStringConvertible {
    var day: Day?
    /// The reason why the day is missing, where one is known.
    var reason: String?
    /// Options that a suggested command must repeat to mean this mirror.
    var options = ""

    var exitCode: ExitCode { .notAllWell }

    var description: String {
        guard let day else { return "The mirror has no picture yet. To fetch the newest: apod-mirror sync\(options)" }
        let told = reason.map { " The last answer about it: \($0)." } ?? ""
        return "\(day) is not in the mirror.\(told) "
            + "To fetch it: apod-mirror sync --since \(day) --until \(day)\(options)"
    }
}

/// A story with a number behind each of its links, and where these lead.
struct NumberedStory {
    private(set) var text = ""
    private var targets: [Story.Target] = []

    init(_ story: Story) {
        for piece in story.pieces {
            text += piece.runs.map(\.text).joined()
            guard let target = piece.target else { continue }
            let number = targets.firstIndex(of: target) ?? targets.count
            if number == targets.count { targets.append(target) }
            text += " [\(number + 1)]"
        }
    }

    func lines(_ named: (Day) -> String) -> [String] {
        targets.enumerated().map { place, target in
            let number = "[\(place + 1)]".padded(to: targets.count > 9 ? 5 : 4)
            return switch target {
            case .day(let day): "\(number)\(named(day))"
            case .absent(let day): "\(number)\(day)  not in this mirror: \(Story.page(of: day))"
            case .web(let address): "\(number)\(address)"
            }
        }
    }
}

extension Tree {
    /// The links between stories, as recorded. If a day has come since then, all stories are read.
    fileprivate func storiesNow(_ listing: Listing) throws -> StoryWeb {
        if let known = try rememberedStories(), listing.presentDays.allSatisfy(known.contains) { return known }
        return StoryWeb(stories(in: listing.months, listing))
    }
}
