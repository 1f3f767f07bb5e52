internal import Folder
internal import MirrorTree
internal import Store

/// Moves days of one month into ``Pruned``: sums, JSON, pictures, former pictures, each durable before the next.
/// Nothing is copied, so it needs no room, and a picture is one file under one name at every moment.
struct MonthRemoval {
    let month: String
    let root: Folder
    let pruned: Pruned
    let saver: Saver

    func setAside(_ days: [Holding]) throws {
        guard let folder = try root.folder(Tree.monthPath(month)), let metadata = try folder.folder("metadata")
        else { return }
        try forgetSums(days, metadata)
        try metadata.hand(days.map { "\($0.day).json" }, to: pruned.metadata)
        try folder.hand(days.compactMap(\.picture), to: pruned.pictures)
        try metadata.folder("superseded")?.hand(days.flatMap(\.superseded), to: pruned.superseded)
    }

    private func forgetSums(_ days: [Holding], _ metadata: Folder) throws {
        do {
            try MonthSums(month, metadata).update(saver) { sums in
                for case let picture? in days.map(\.metadata.mirror.picture) { sums.sums[picture.file] = nil }
            }
        } catch let error as FolderError where error.isDiskFull {
            // On a full disk the sums go, so that pictures can. Those of the days that stay come back.
            try MonthSums(month, metadata).remove()
        }
        try metadata.sync()
    }
}
