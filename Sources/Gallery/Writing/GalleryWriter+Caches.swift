internal import Days
internal import Folder
internal import GalleryReading
internal import Hashing
internal import JSON
package import MirrorTree
internal import Pages

// MARK: - Data files

/// Remembers which data files this program wrote, for the process that comes next.
extension GalleryWriter {
    private static let scripts = Tree.own.appending("scripts")

    /// Whether a year's data is the very file that was written last.
    func isRemembered(_ status: FileStatus, of year: String) -> Bool {
        tree.numbersOfYears(in: Self.scripts)?[year] == Self.numbers(status)
    }

    func rememberScripts() throws {
        let former = tree.numbersOfYears(in: Self.scripts) ?? [:]
        let now = former.merging(made.scripts.mapValues(Self.numbers)) { $1 }
        if now != former { try tree.save(now, in: Self.scripts) }
    }

    /// Numbers that no other file has, and that change with the file. A disk's own number may change, too, and is left
    /// out.
    private static func numbers(_ status: FileStatus) -> [Int64] {
        [Int64(bitPattern: status.identity.inode), status.bytes, status.written, status.changed]
    }
}

// MARK: - Missing days

/// Remembers which missing days the pages tell of, and why, by hashes of the reasons: a pass learns and forgets reasons
/// without a change of any month.
extension GalleryWriter {
    private static let missing = Tree.own.appending("missing")

    /// The missing days that pages are to tell of. The months whose pages do not are added to `due`.
    func missingDays(_ due: inout DuePages, _ facts: Facts, _ reasons: [Day: String]) -> DayNumbers {
        let former = rememberedMissing
        var missing = DayNumbers()
        if former.days.isEmpty, reasons.isEmpty { return missing }
        let reader = GalleryReader(facts, tree, reasons: reasons)
        for day in reader.months.flatMap(reader.missing) {
            let hash = SHA256.hash(Array(day.reason.utf8)).prefix(8)
            missing.append(Int32(day.day.number), [Int32(bitPattern: UInt32(hash, radix: 16) ?? 0)])
        }
        due.add(missing.differences(from: former))
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

/// Caches the size of each year's thumbnails, so that a request for the status does not wait for a scan of thirty
/// thousand files.
extension GalleryWriter {
    func rememberRoom(of years: Set<String>) throws {
        let thumbnails = ThumbnailFolder(tree.root)
        let former = tree.numbersOfYears(in: Tree.room)
        var now = former ?? [:]
        for year in years { now[year] = [thumbnails.bytes(of: year)] }
        if now != former { try tree.save(now, in: Tree.room) }
    }
}

extension Tree {
    fileprivate static let room = own.appending("room")

    /// The size of all thumbnails as of the last page written; `nil` where no page was ever written, or only by another
    /// version.
    package var thumbnailBytes: Int64? {
        numbersOfYears(in: Self.room)?.values.joined().reduce(0, &+)
    }

    /// Some numbers for each year, valid for one version of the pages. A file that is torn, or of another version, is
    /// ignored and made again.
    fileprivate func numbersOfYears(in file: FilePath) -> [String: [Int64]]? {
        guard let bytes = (try? root.read(file)) ?? nil,
            let saved = try? JSONFile.decode(NumbersOfYears.self, from: bytes), saved.pages == GalleryAssets.fingerprint
        else { return nil }
        return saved.years
    }

    fileprivate func save(_ years: [String: [Int64]], in file: FilePath) throws {
        let bytes = try JSONFile.encode(NumbersOfYears(pages: GalleryAssets.fingerprint, years: years))
        try saver().save(bytes, as: file.name, in: root.makeFolder(Self.own), .whole)
    }
}

private struct NumbersOfYears: Codable {
    /// The version of the pages.
    var pages: String
    var years: [String: [Int64]]
}
