internal import Folder
internal import Refresh

/// Something that went wrong, as `status` tells it until it has gone well.
struct Trouble: Equatable, Sendable {
    let sentence: String
    /// How many bytes have to be free for it to be over, where room was all that it lacked.
    private let needed: Int64?

    /// - Parameter freeBytes: How many were free then; `nil` where the disk did not say.
    init(_ error: any Error, freeBytes: Int64?) {
        sentence = "\(error)"
        switch error {
        // A picture that was too large for what was free needs its own room besides.
        case let low as DiskLow: needed = low.minimum + (low.wanted ?? 0)
        // A disk may have room and no inode, and a quota does not show: only more room than there was is news.
        case let error as FolderError where error.isDiskFull: needed = freeBytes.map { $0 + Self.enough }
        default: needed = nil
        }
    }

    private static let enough: Int64 = 64 * 1_024

    var isForRoom: Bool { needed != nil }

    /// Whether there is the room by now that it lacked.
    func isOver(with freeBytes: Int64) -> Bool {
        needed.map { freeBytes > $0 } ?? false
    }
}
