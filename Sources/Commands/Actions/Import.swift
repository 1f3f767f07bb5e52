internal import Days
internal import Folder
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

/// Takes pictures from a folder in which somebody collected them. A dry run only tells what it would look for.
struct ImportPictures: SessionAction {
    var folder: FolderToImport
    var dryRun = false
}

extension ImportPictures {
    static let row = Command(
        name: "import", arguments: .collection, options: [.move, .link, .copy, .dryImport, .unchecked, .json],
        help: "takes pictures from a folder that somebody collected",
        details: """
            Each picture is matched to its day by dates in the names of files and folders, by NASA's own names of pictures, by \
            titles and by JSON of other programs, and counts only where its length, beginning, middle and end are those of \
            NASA's picture; where a day's is another, NASA's is fetched. What was not taken is told with the reason. With \
            --unchecked nobody is asked: NASA's records in the folder tell the words, a picture that has the day's name, and \
            the size that is recorded, is taken, and the next sync that can asks NASA about it.
            """,
        action: ImportPictures.init)

    init(_ words: CommandWords) throws(UsageError) {
        let way = try words.onlyOne(of: [.move, .link, .copy])
        dryRun = words.has(.dryImport)
        if dryRun, words.has(.json) { throw words.error("import --dry-run takes no --json.") }
        folder = FolderToImport(
            path: words.arguments[0], manner: way == .move ? .move : way == .link ? .link : .copy,
            isUnchecked: words.has(.unchecked), wantsJSON: words.has(.json))
    }

    func run(_ session: Session) async throws -> ExitCode {
        var folder = folder
        folder.path = session.wholePlace(folder.path)
        if !dryRun {
            return try await (folder.wantsJSON ? session.forProgram(.program) : session).perform(.adopt(folder))
        }
        let tree = try session.tree()
        let collection = try PictureCollection(
            folder.path, beside: tree.root, longest: PictureFetch.longest(session.configuration))
        let unread = collection.unread.map { (name: $0.description, reason: $1) }.sorted { $0.name < $1.name }
        for (name, reason) in unread { session.output.line("\(printable(name)): \(reason)") }
        tell(ImportPreview(collection, presentDays: Set(try tree.listing().presentDays)), of: folder, session)
        return .fine
    }

    private func tell(_ preview: ImportPreview, of folder: FolderToImport, _ session: Session) {
        for (name, fate) in preview.files.sorted(by: { $0.key < $1.key }) {
            let meaning =
                switch fate {
                case .wanted(let day): "may be the picture of \(day)"
                case .present(let day): "the mirror has a picture of \(day)"
                case .undated:
                    folder.isUnchecked ? "nothing tells its day" : "nothing tells its day; NASA's names of pictures may"
                }
            session.output.line("\(printable(name)): \(meaning)")
        }
        if session.isQuiet { return }
        let wanted = preview.files.values.count { if case .wanted = $0 { true } else { false } }
        session.output.line(
            "\(session.shown(folder.path)) has \(Quantity.plural(preview.files.count, "picture")); "
                + "\(Quantity.count(wanted)) may be of days that the mirror lacks.")
    }
}

/// A preview of an import: the day that each file would be looked for, by its path.
struct ImportPreview {
    enum Fate: Equatable {
        case wanted(Day)
        case present(Day)
        case undated
    }

    private(set) var files: [String: Fate] = [:]

    init(_ collection: PictureCollection, presentDays: Set<Day>) {
        for file in collection.files {
            let missing = file.name.days.first { !presentDays.contains($0) }
            let fate = missing.map(Fate.wanted) ?? file.name.days.first.map(Fate.present) ?? .undated
            files[file.path.description] = fate
        }
    }
}
