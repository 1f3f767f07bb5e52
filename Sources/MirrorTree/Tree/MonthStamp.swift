package import Folder

/// The status of a month's two folders. While it is the same, no name came or went.
package struct MonthStamp: Equatable, Sendable {
    let pictures: FileStatus
    /// `nil` where there is no `metadata/`.
    package let metadata: FileStatus?

    /// `nil` within two seconds of the last change: another change could leave the same times. One from before the clock
    /// was put back lies ahead, and no change of now leaves its times. Only folders have a stamp, as other files' times
    /// do not tell that names came or went.
    init?(_ pictures: FileStatus, _ metadata: FileStatus?) {
        let now = FileStatus.clock
        for status in [pictures, metadata].compactMap(\.self) {
            guard status.kind == .folder else { return nil }
            let (age, isFar) = now.subtractingReportingOverflow(max(status.written, status.changed))
            guard isFar || age.magnitude > 2_100_000_000 else { return nil }
        }
        (self.pictures, self.metadata) = (pictures, metadata)
    }

    /// The stamp as of now; `nil` also where the folders' status cannot be read.
    package init?(of month: FilePath, in year: Folder) {
        do {
            guard let pictures = try year.status(month) else { return nil }
            self.init(pictures, try year.status(month.appending("metadata")))
        } catch {
            return nil
        }
    }
}
