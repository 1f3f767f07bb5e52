internal import Folder
internal import MirrorTree

/// The sums of all that a mirror holds, and the state of the mirror that they are right for: the names in the tree, and the
/// folders that have the SHA256SUMS, in which a new one changes the time.
struct HeldState: Sendable {
    /// The error tells why the mirror cannot be summed, which is not tried again before something changes either.
    let sums: Result<HeldSums, any Error>
    private let listing: Listing
    private let folders: Folders
    /// Whether all folders have stood still long enough for another change to show.
    private let isSettled: Bool

    private typealias Folders = [String: [Stamp?]]

    private struct Stamp: Equatable {
        var inode: UInt64
        var written: Int64
    }

    init(of shown: MirrorCache.Shown) {
        listing = shown.listing
        folders = Self.folders(of: shown)
        isSettled = folders.values.joined().allSatisfy { $0.map { FileStatus.isOver($0.written) } ?? true }
        sums = Result { try shown.tree.heldSums(shown.listing) }
    }

    func isRight(for shown: MirrorCache.Shown) -> Bool {
        isSettled && listing == shown.listing && folders == Self.folders(of: shown)
    }

    /// When the newest of the sums was written, in seconds since 1970.
    var changed: Int { Int((folders.values.joined().compactMap { $0?.written }.max() ?? 0) / 1_000_000_000) }

    private static func folders(of shown: MirrorCache.Shown) -> Folders {
        var folders: Folders = [:]
        for month in shown.listing.months {
            let published = Tree.publishedPath(month)
            folders[month] = [Tree.monthPath(month).appending("metadata"), published].map { path in
                let status = (try? shown.tree.root.status(path)) ?? nil
                return status.map { Stamp(inode: $0.identity.inode, written: $0.written) }
            }
        }
        return folders
    }
}
