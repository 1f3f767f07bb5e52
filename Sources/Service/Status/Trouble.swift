internal import Folder
internal import Refresh

/// A failure that `status` shows until the work has succeeded.
struct Trouble: Equatable, Sendable {
    let sentence: String
    /// The trouble is over when more bytes than this are free; `nil` where more than room was lacking.
    private let needed: Int64?

    /// - Parameter freeBytes: The free bytes at the failure; `nil` where the disk did not say.
    init(_ error: any Error, freeBytes: Int64?) {
        sentence = "\(error)"
        switch error {
        // A picture that was too large for what was free needs its own room besides.
        case let low as DiskLow: needed = low.minimum + (low.wanted ?? 0)
        // A disk may have room and no inode, and a quota does not show in the free bytes: only more room than before is
        // news.
        case let error as FolderError where error.isDiskFull: needed = freeBytes.map { $0 + Self.enough }
        default: needed = nil
        }
    }

    private static let enough: Int64 = 64 * 1_024

    var isForRoom: Bool { needed != nil }

    /// Whether there is the room by now that was lacking.
    func isOver(with freeBytes: Int64) -> Bool {
        needed.map { freeBytes > $0 } ?? false
    }
}
