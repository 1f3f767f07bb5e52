internal import Folder

/// What stands in the tree, counted.
struct Census: Sendable {
    var days = MirrorStatus.Days()
    var newest: Day?
    var usage = Usage()
    var freeBytes: Int64 = 0
}

extension Archive {
    /// Reads the small files only, and looks at the size of each picture.
    func census() throws -> Census {
        var census = Census()
        census.newest = listing.presentDays.last
        census.days.present = listing.presentDays.count
        for (day, metadata) in tree.metadataWithoutFile(listing).sorted(by: { $0.key < $1.key }) {
            if metadata.mirror.state == .hidden {
                census.days.hidden.append("\(day)")
            } else {
                census.days.pending["\(day)"] = metadata.reasonToWait
            }
        }
        census.days.absent = try tree.absentDays.absent.keys.sorted()
        census.days.disputed = try tree.disputes.days.mapValues(\.reason)
        census.usage = try tree.usage(listing)
        census.freeBytes = try tree.root.freeBytes()
        return census
    }
}
