internal import Days
internal import Folder
internal import Transfer

/// The room on the mirror's disk, shared by all downloads. Each download's bytes are reserved before they are written,
/// so that `min_free_bytes` are free at every moment, however many run side by side.
final class DiskRoom: Sendable {
    private struct State {
        var ledger: RoomLedger
        /// The files of the downloads under way.
        var files: [Int: OpenFile] = [:]
        var lastNumber = 0

        /// The lengths of the files now.
        var written: [Int: Int64] { files.mapValues { (try? $0.status().bytes) ?? 0 } }
    }

    private let root: Folder
    private let state: Monitor<State>

    init(_ root: Folder, minimum: Int64) {
        self.root = root
        state = Monitor(State(ledger: RoomLedger(minimum: minimum)))
    }

    /// Throws ``DiskLow`` where there is no room for any download, or for a file of that length.
    ///
    /// - Parameter free: what the disk has free now.
    func check(free: Int64, for length: Int64? = nil) throws {
        let rest = free - (length ?? 0)
        guard state.withLock({ $0.ledger.hasRoom(free: rest, written: $0.written) }) else {
            throw shortage(free: free, wanted: length)
        }
    }

    /// The error that tells why there is no room.
    ///
    /// - Parameters:
    ///   - reservation: of the download that there is none for; `nil` where there is none for any.
    ///   - length: of a file that there is none for.
    func shortage(free: Int64, for reservation: Reservation? = nil, wanted length: Int64? = nil) -> DiskLow {
        state.withLock { state in
            DiskLow(
                path: root.path, free: free, reserved: state.ledger.reserved(written: state.written),
                minimum: state.ledger.minimum, wanted: length ?? reservation.flatMap { state.ledger.refused[$0.number] }
            )
        }
    }

    /// The reservation of one download, until the last reference to it goes.
    final class Reservation: Sendable {
        private let room: DiskRoom
        fileprivate let number: Int

        /// Reserves nothing before the first call of ``mayGrow(from:to:)``.
        init(in room: DiskRoom, for file: OpenFile) {
            self.room = room
            number = room.state.withLock { state in
                state.lastNumber += 1
                state.files[state.lastNumber] = file
                return state.lastNumber
            }
        }

        deinit {
            room.state.withLock { [number] state in
                state.ledger.release(number)
                state.files[number] = nil
            }
        }

        /// Reserves the bytes that the file will take until the next call; returns whether there is room. Called on the
        /// transfer's thread: nothing is written into any of the files meanwhile.
        ///
        /// - Parameter length: that was announced for the file; without one its room is reserved step by step.
        func mayGrow(from bytes: Int64, to length: Int64?) -> Bool {
            let target = length ?? bytes + Transfer.growth
            // A disk whose free bytes cannot be read is not known to be full: a write will tell.
            guard let free = try? room.root.freeBytes() else { return true }
            return room.state.withLock { [number] state in
                let written = state.written
                return state.ledger.reserve(target, for: number, free: free, written: written)
            }
        }
    }
}

/// The lengths that the files of all downloads under way will have. Pure.
struct RoomLedger: Sendable {
    /// The bytes that stay free in any case.
    let minimum: Int64
    private var targets: [Int: Int64] = [:]
    /// The lengths that there was no room for.
    private(set) var refused: [Int: Int64] = [:]

    init(minimum: Int64) {
        self.minimum = minimum
    }

    /// The bytes that are still to be written.
    ///
    /// - Parameter written: the lengths of the files now.
    func reserved(written: [Int: Int64]) -> Int64 {
        targets.reduce(0) { $0 + max(0, $1.value - (written[$1.key] ?? 0)) }
    }

    /// - Parameter free: what the disk has free now, with the bytes that are reserved.
    func hasRoom(free: Int64, written: [Int: Int64]) -> Bool {
        free - reserved(written: written) > minimum
    }

    /// Replaces what was reserved for the same download before; returns whether there is room.
    mutating func reserve(_ target: Int64, for number: Int, free: Int64, written: [Int: Int64]) -> Bool {
        let former = targets[number]
        targets[number] = target
        if free - reserved(written: written) >= minimum { return true }
        targets[number] = former
        refused[number] = target
        return false
    }

    mutating func release(_ number: Int) {
        targets[number] = nil
        refused[number] = nil
    }
}

/// Downloads stop before the disk is full.
package struct DiskLow: Error, Equatable, CustomStringConvertible {
    var path: String
    var free: Int64
    /// The bytes of `free` that downloads under way will take.
    var reserved: Int64 = 0
    package var minimum: Int64
    /// The length of the download that was refused, where that is known.
    package var wanted: Int64?

    package var description: String {
        let bytes = { (count: Int64) in Quantity.bytes(Int(count)) }
        let downloads = reserved > 0 ? ", of which downloads under way take \(bytes(reserved))" : ""
        let next = wanted.map { "; the next picture takes \(bytes($0))" } ?? ""
        return "\(path) has \(bytes(free)) free\(downloads)\(next), and min_free_bytes keeps \(bytes(minimum)); "
            + "make room, and the next pass goes on where this one stopped."
    }
}
