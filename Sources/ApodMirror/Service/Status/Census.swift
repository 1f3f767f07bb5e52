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
        let waiting = tree.waiting(listing)
        for (day, reason) in waiting { census.days.pending["\(day)"] = reason }
        for day in listing.daysWithoutFile where (try? tree.metadata(day))?.mirror.state == .hidden {
            census.days.hidden.append("\(day)")
        }
        census.days.absent = try tree.absentDays.absent.keys.sorted()
        census.days.disputed = try tree.disputes.days.mapValues(\.reason)
        census.usage = try tree.usage(listing)
        census.freeBytes = try tree.root.freeBytes()
        return census
    }
}
