internal import Folder

/// How much a mirror holds.
package struct Usage: Equatable, Sendable {
    package var pictures = 0
    package var bytes: Int64 = 0

    package init(pictures: Int = 0, bytes: Int64 = 0) {
        self.pictures = pictures
        self.bytes = bytes
    }

    /// The bytes that so many days would take by this mirror's average; `nil` while it holds too little to tell.
    package func projected(days: Int) -> Int64? {
        pictures < 10 ? nil : bytes / Int64(pictures) * Int64(days)
    }
}

extension Tree {
    package func usage(_ listing: Listing) throws -> Usage {
        var usage = Usage()
        for (month, days) in listing.daysOfMonth {
            guard let folder = try root.folder(Self.monthPath(month)) else { continue }
            for (_, names) in days where names.hasMetadata {
                guard let file = names.files.first, let status = try folder.status(FilePath(file)) else { continue }
                usage.pictures += 1
                usage.bytes += status.bytes
            }
        }
        return usage
    }
}
