internal import Days
internal import Folder
internal import GalleryReading
internal import Hashing
package import MirrorTree
internal import Pages

// MARK: - Data files

/// Remembers which data files this program wrote, for the process that comes next.
extension GalleryWriter {
    private static let scripts = Tree.own.appending("scripts")

    /// Whether a year's data is the very file that was written last.
    func isRemembered(_ status: FileStatus, of year: String) -> Bool {
        guard let number = Int32(year) else { return false }
        return Array(remembered[number: number]) == Self.numbers(status)
    }

    func rememberScripts() throws {
        var changes: [Int32: [Int32]] = [:]
        for (year, status) in made.scripts { if let number = Int32(year) { changes[number] = Self.numbers(status) } }
        let former = remembered
        for year in former.days where changes[year] == nil { changes[year] = Array(former[number: year]) }
        var scripts = DayNumbers()
        for (year, numbers) in changes.sorted(by: { $0.key < $1.key }) { scripts.append(year, numbers) }
        if scripts == former { return }
        let own = try tree.root.makeFolder(Tree.own)
        try tree.saver().save(NumbersFile.bytes("scripts", [scripts]), as: Self.scripts.name, in: own, .whole)
    }

    private var remembered: DayNumbers {
        ((try? tree.root.read(Self.scripts)) ?? nil).flatMap { NumbersFile.lists("scripts", 1, in: $0)?.first }
            ?? DayNumbers()
    }

    /// Numbers that no other file has, and that change with the file. A disk's own number may change, too, and is left
    /// out.
    private static func numbers(_ status: FileStatus) -> [Int32] {
        [Int64(bitPattern: status.identity.inode), status.bytes, status.written, status.changed].flatMap { number in
            [Int32(truncatingIfNeeded: number), Int32(truncatingIfNeeded: number >> 32)]
        }
    }
}

// MARK: - Missing days

/// Remembers which missing days the pages tell of, and why, by hashes of the reasons: a pass learns and forgets reasons
/// without a change of any month.
extension GalleryWriter {
    private static let missing = Tree.own.appending("missing")

    /// The missing days that pages are to tell of. The months whose pages do not are added to `due`; `nil` where the
    /// first page, which goes with every change, is not due.
    func missingDays(_ due: inout DuePages, _ facts: Facts) -> DayNumbers? {
        guard due.isOverviewDue else { return nil }
        let former = rememberedMissing
        var missing = DayNumbers()
        let absent = (try? tree.absentDays) ?? AbsentDays()
        if former.days.isEmpty, absent.refused.isEmpty, absent.leftOut.isEmpty { return missing }
        let reader = GalleryReader(facts, tree)
        for day in reader.months.flatMap(reader.missing) {
            let hash = SHA256.hash(Array(day.reason.utf8)).prefix(8)
            missing.append(Int32(day.day.number), [Int32(bitPattern: UInt32(hash, radix: 16) ?? 0)])
        }
        due.note(missing.differences(from: former))
        return missing
    }

    func remember(missing: DayNumbers) throws {
        if missing == rememberedMissing { return }
        let own = try tree.root.makeFolder(Tree.own)
        if missing.days.isEmpty { return try own.remove(Self.missing.name) }
        try tree.saver().save(NumbersFile.bytes("missing", [missing]), as: Self.missing.name, in: own, .whole)
    }

    private var rememberedMissing: DayNumbers {
        ((try? tree.root.read(Self.missing)) ?? nil).flatMap { NumbersFile.lists("missing", 1, in: $0)?.first }
            ?? DayNumbers()
    }
}

// MARK: - Room of thumbnails

/// Caches the size of each year's thumbnails in kilobytes, so that a request for the status does not wait for a scan of
/// thirty thousand files.
extension GalleryWriter {
    func rememberRoom(of years: Set<String>) throws {
        let thumbnails = ThumbnailFolder(tree.root)
        let former = tree.roomOfThumbnails ?? DayNumbers()
        var room: [Int32: [Int32]] = [:]
        for year in former.days { room[year] = Array(former[number: year]) }
        for year in years {
            guard let number = Int32(year) else { continue }
            room[number] = [Int32(clamping: (thumbnails.bytes(of: year) + 999) / 1_000)]
        }
        var all = DayNumbers()
        for (year, kilobytes) in room.sorted(by: { $0.key < $1.key }) { all.append(year, kilobytes) }
        if all == former { return }
        let own = try tree.root.makeFolder(Tree.own)
        try tree.saver().save(NumbersFile.bytes("room", [all]), as: Tree.room.name, in: own, .whole)
    }
}

extension Tree {
    fileprivate static let room = own.appending("room")

    /// The cached sizes by year; `nil` where no page was ever written, or only by another version.
    fileprivate var roomOfThumbnails: DayNumbers? {
        ((try? root.read(Self.room)) ?? nil).flatMap { NumbersFile.lists("room", 1, in: $0)?.first }
    }

    /// The size of all thumbnails as of the last page written.
    package var thumbnailBytes: Int64? {
        roomOfThumbnails.map { $0.values.reduce(0) { $0 + 1_000 * Int64($1) } }
    }
}
