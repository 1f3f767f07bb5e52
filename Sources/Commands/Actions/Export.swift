internal import Days
internal import Exporting
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Service
internal import Settings

extension Session {
    /// Brings a folder of real files up to date with the mirror.
    func export(_ request: ExportRequest, to folder: String, json: Bool) async throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let exporter = try Exporter(
            tree, to: wholePlace(folder), request, keep: configuration.keep, thumbnailer: ThumbnailProgram.path())
        let report = try await exporter.run(on: today(), progress: progress())
        endProgress()
        for trouble in report.troubles where !json { output.complain("apod-mirror: " + trouble) }
        if json {
            output.text(try JSONText.lines(report))
        } else if !isQuiet {
            let removed = report.removed > 0 ? ", \(Quantity.count(report.removed)) removed" : ""
            output.line(
                "\(shown(wholePlace(folder))): \(Quantity.plural(report.written, "file")) written "
                    + "(\(Quantity.bytes(Int(report.bytes)))), \(Quantity.count(report.unchanged)) unchanged\(removed)."
            )
        }
        return report.troubles.isEmpty ? .fine : .notAllWell
    }
}
