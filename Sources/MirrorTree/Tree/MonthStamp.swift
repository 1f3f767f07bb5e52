package import Folder

/// The status of a month's two folders. While it is the same, no name came or went.
package struct MonthStamp: Equatable, Sendable {
    private let pictures: FileStatus
    /// `nil` where there is no `metadata/`.
    package let metadata: FileStatus?

    /// The stamp as of now.
    ///
    /// `nil` within two seconds of the last change: another change could leave the same times. One from before the clock
    /// was put back lies ahead, and no change of now leaves its times. Only folders have a stamp, as other files' times
    /// do not tell that names came or went.
    package init?(of month: FilePath, in year: Folder) throws(FolderError) {
        guard let pictures = try year.status(month), pictures.kind == .folder else { return nil }
        let metadata = try year.status(month.appending("metadata"))
        let now = FileStatus.clock
        for status in [pictures, metadata].compactMap(\.self) {
            guard status.kind == .folder else { return nil }
            let (age, isFar) = now.subtractingReportingOverflow(max(status.written, status.changed))
            guard isFar || age.magnitude > 2_100_000_000 else { return nil }
        }
        (self.pictures, self.metadata) = (pictures, metadata)
    }
}
