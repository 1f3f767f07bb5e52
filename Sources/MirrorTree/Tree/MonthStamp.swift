package import Folder

/// When names last came or went in a month's two folders: while it is the same, so are they.
package struct MonthStamp: Equatable, Sendable {
    var pictures: FolderStamp
    /// `nil` where there is none.
    package var metadata: FolderStamp?

    package struct FolderStamp: Equatable, Sendable {
        var identity: FileStatus.Identity
        package var written: Int64
        var changed: Int64
    }

    /// `nil` where another change could still look like the last: within two seconds of it, and where it is said to lie
    /// ahead. Nothing but folders tells what comes and goes.
    init?(_ pictures: FileStatus, _ metadata: FileStatus?) {
        let now = FileStatus.clock
        for status in [pictures, metadata].compactMap(\.self) {
            guard status.kind == .folder else { return nil }
            let (age, isTooLarge) = now.subtractingReportingOverflow(max(status.written, status.changed))
            guard !isTooLarge, age > 2_100_000_000 else { return nil }
        }
        self.init(pictures: FolderStamp(pictures), metadata: metadata.map(FolderStamp.init))
    }

    /// As of now; `nil` also where it cannot be looked at.
    package init?(of month: FilePath, in year: Folder) {
        do {
            guard let pictures = try year.status(month) else { return nil }
            self.init(pictures, try year.status(month.appending("metadata")))
        } catch {
            return nil
        }
    }

    init(pictures: FolderStamp, metadata: FolderStamp?) {
        self.pictures = pictures
        self.metadata = metadata
    }
}

extension MonthStamp.FolderStamp {
    init(_ status: FileStatus) {
        self.init(identity: status.identity, written: status.written, changed: status.changed)
    }
}
