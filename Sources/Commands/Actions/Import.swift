internal import Days
internal import Folder
internal import MirrorTree
internal import Refresh
internal import Service
internal import Settings

extension Session {
    /// Takes pictures from a folder in which somebody collected them.
    func importPictures(_ folder: FolderToImport, dryRun: Bool) async throws -> ExitCode {
        var folder = folder
        folder.path = wholePlace(folder.path)
        if !dryRun { return try await (folder.wantsJSON ? forProgram(.program) : self).perform(.adopt(folder)) }
        let tree = try Tree.open(configuration.mirror)
        let collection = try PictureCollection(
            folder.path, beside: tree.root, longest: PictureFetch.longest(configuration))
        let unread = collection.unread.map { (name: $0.description, reason: $1) }.sorted { $0.name < $1.name }
        for (name, reason) in unread { output.line("\(printable(name)): \(reason)") }
        tell(ImportPreview(collection, presentDays: Set(try tree.listing().presentDays)), of: folder)
        return .fine
    }

    private func tell(_ preview: ImportPreview, of folder: FolderToImport) {
        for (name, fate) in preview.files.sorted(by: { $0.key < $1.key }) {
            let meaning =
                switch fate {
                case .wanted(let day): "may be the picture of \(day)"
                case .present(let day): "the mirror has a picture of \(day)"
                case .undated:
                    folder.isUnchecked ? "nothing tells its day" : "nothing tells its day; NASA's names of pictures may"
                }
            output.line("\(printable(name)): \(meaning)")
        }
        if isQuiet { return }
        let wanted = preview.files.values.count { if case .wanted = $0 { true } else { false } }
        output.line(
            "\(shown(folder.path)) has \(Quantity.plural(preview.files.count, "picture")); "
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
