internal import Folder
internal import GalleryReading
internal import MirrorTree

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
