internal import Days
internal import Exporting
internal import Favorites
internal import Folder
internal import Gallery
internal import Service
internal import Settings

/// Brings a folder of real files up to date with the mirror.
struct Export: SessionAction {
    var folder: String
    var request: ExportRequest
    var json = false
}

extension Export {
    static let row = Command(
        name: "export", arguments: .folder, options: [.size, .exportedFavorites, .exportedAlbum, .format, .json],
        help: "keeps a folder of real files for phones, frames and archives",
        details: """
            The folder gets the mirror's pictures and videos, by year and month and with their dates, as files without any \
            link among them: for Syncthing, a stick, or a frame. Run again it writes what is new or changed and removes what \
            went; of what it did not write itself, or what somebody changed, nothing is touched. A picture that is damaged \
            in the mirror is not exported. Files with words for photo managers go along where the mirror has them.
            """,
        action: Export.init)

    init(_ words: CommandWords) throws(UsageError) {
        request = ExportRequest(choice: try Self.choice(words), side: nil, format: .files)
        if let text = words.value(.size) {
            guard let pixels = Int(text), [1920, 2048, 3840].contains(pixels) else {
                throw words.error("“\(text)” is no size; it is 1920, 2048 or 3840.")
            }
            request.side = pixels
        }
        if let text = words.value(.format) {
            guard let known = ExportRequest.Format(rawValue: text) else {
                throw words.error("“\(text)” is no format; it is files or bagit.")
            }
            request.format = known
        }
        (folder, json) = (words.arguments[0], words.has(.json))
    }

    /// The arguments behind the folder as years, months or days, or what options choose.
    private static func choice(_ words: CommandWords) throws(UsageError) -> ExportRequest.Choice {
        var periods: [Period] = []
        for text in words.arguments.dropFirst() { periods.append(try words.period(text)) }
        let option = try words.onlyOne(of: [.exportedFavorites, .exportedAlbum])
        if option != nil, let period = periods.first {
            throw words.error("\(period) goes with neither --favorites nor --album.")
        }
        if let album = try words.album(.exportedAlbum) { return .album(album.path ?? "") }
        return option == nil ? .days(periods) : .favorites
    }

    func run(_ session: Session) async throws -> ExitCode {
        let (output, place) = (session.output, session.wholePlace(folder))
        let exporter = try Exporter(
            try session.tree(), to: place, request, keep: session.configuration.keep,
            thumbnailer: ThumbnailProgram.path())
        let report = try await exporter.run(on: session.today(), progress: session.progress())
        session.endProgress()
        for trouble in report.troubles where !json { output.complain("apod-mirror: " + trouble) }
        if json {
            output.text(try JSONText.lines(report))
        } else if !session.isQuiet {
            let removed = report.removed > 0 ? ", \(Quantity.count(report.removed)) removed" : ""
            output.line(
                "\(session.shown(place)): \(Quantity.plural(report.written, "file")) written "
                    + "(\(Quantity.bytes(Int(report.bytes)))), \(Quantity.count(report.unchanged)) unchanged\(removed)."
            )
        }
        return report.troubles.isEmpty ? .fine : .notAllWell
    }
}
