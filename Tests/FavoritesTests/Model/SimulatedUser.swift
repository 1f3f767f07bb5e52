import Days
import Folder
import TestSupport

@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

/// Somebody who uses the folder, at random: what they do, and what they are owed.
final class SimulatedUser {
    let disk: SimulatedDisk
    var random: Dice
    /// Days that were persisted as favorites and whose last link this user has not removed.
    private(set) var owed: Set<Day> = []
    /// Days that were written down as removed while a link of theirs lay there.
    private(set) var forgotten: Set<Day> = []
    /// When each favorite was added, as it was first persisted.
    private(set) var added: [Day: Timestamp] = [:]
    /// Days that are owed, or whose `added` counts, only since the record got a name that a power cut may take.
    private var unflushed: (owed: Set<Day>, added: Set<Day>) = ([], [])
    /// Since the pass began: what it writes of them is what was before.
    private var removedMeanwhile: Set<Day> = []
    /// Since the pass began, and not seen by its scan: what it writes of them is left over from a link that went.
    private var droppedMeanwhile: Set<Day> = []
    /// An old favorites.json may have come into the place of the one that remembered the removal.
    private(set) var removedEver: Set<Day> = []
    private var copies: [Copy] = []
    private var former: [StoredFavorites] = []
    private var mounted: SimulatedFolder?
    /// The rest of something that takes a moment, such as the second half of `rm -rf` or of a copy.
    private var unfinished: (() -> Void)?

    private struct Copy {
        var folder: SimulatedFolder
        var sharesMarker: Bool
    }

    init(_ disk: SimulatedDisk, seed: UInt64) {
        self.disk = disk
        random = Dice(seed: seed)
    }

    func passBegins() {
        (removedMeanwhile, droppedMeanwhile) = ([], [])
    }

    func didScan(_ scan: FavoritesScan) {
        droppedMeanwhile.subtract(scan.links.values)
    }

    /// - Parameter folder: The one it speaks of, which something else may have been mounted over meanwhile.
    func didWrite(_ record: FavoritesRecord, of folder: SimulatedFolder) {
        let here = folder.days.subtracting(removedMeanwhile).subtracting(droppedMeanwhile)
        forgotten.formUnion(owed.intersection(here).subtracting(record.favorites.keys))
        for day in record.favorites.keys where here.contains(day) && owed.insert(day).inserted {
            unflushed.owed.insert(day)
        }
        for (day, favorite) in record.favorites where added[day] == nil {
            added[day] = favorite.added
            unflushed.added.insert(day)
        }
    }

    func didFlush() {
        unflushed = ([], [])
        if Int.random(in: 0..<4, using: &random) == 0 { former.append(disk.stored) }
    }

    // MARK: - Use

    func use() {
        finish()
        let folder = disk.folder
        let links = Set(folder.links.keys).inOrder
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: drop(in: folder)
        case 4..<6: if let link = links.randomElement(using: &random) { move(link, in: folder) }
        case 6..<9: if let link = links.randomElement(using: &random) { remove([link], in: folder) }
        default:
            if let album = links.randomElement(using: &random)?.album {
                remove(links.filter { $0.album == album }, in: folder)
            }
        }
    }

    private func drop(in folder: SimulatedFolder) {
        let day = day.advanced(by: -Int.random(in: 0..<8, using: &random))
        let path = place(named: "\(day)")
        guard folder.links[path] == nil else { return }
        if !folder.days.contains(day) { droppedMeanwhile.insert(day) }
        folder.change([path: day])
    }

    private func move(_ link: FilePath, in folder: SimulatedFolder) {
        guard let day = folder.links[link] else { return }
        let path = place(named: "\(day) moved \(Int.random(in: 0..<100, using: &random))")
        if folder.links[path] == nil { folder.change([link: nil, path: day]) }
    }

    private func remove(_ links: [FilePath], in folder: SimulatedFolder) {
        for link in links {
            let day = folder.links[link]
            folder.change([link: nil])
            if let day, !folder.days.contains(day) {
                owed.remove(day)
                removedMeanwhile.insert(day)
                removedEver.insert(day)
            }
        }
    }

    /// Ends a favorite by its star: the keeper removes all recorded links that are there.
    func pressStar() -> [Day: Set<FilePath>] {
        let folder = disk.folder
        guard let day = folder.days.sorted().randomElement(using: &random) else { return [:] }
        let links = (disk.stored.record?.favorites[day]?.links ?? []).filter { folder.links[$0] == day }
        remove(links.inOrder, in: folder)
        // A link that is not recorded yet makes it a favorite again, as soon as a scan has seen it.
        owed.remove(day)
        return [day: links]
    }

    private func place(named name: String) -> FilePath {
        let album = ["", "Galaxies/", "Moons/Big/"].randomElement(using: &random) ?? ""
        return FilePath(album + name)
    }

    // MARK: - Accidents

    func finish() {
        unfinished?()
        unfinished = nil
    }

    func haveAccident() {
        finish()
        switch Int.random(in: 0..<12, using: &random) {
        case 0: removeAll()
        case 1: disk.folder = SimulatedFolder()
        case 2: copy(sharingMarker: false)
        case 3: copy(sharingMarker: true)
        case 4: if let copy = copies.popLast() { replace(with: copy) }
        case 5: mountOrUnmount()
        case 6: edit()
        case 7: if let old = former.randomElement(using: &random) { disk.stored = old }
        case 8: disk.stored = .damaged
        case 9: disk.stored = .missing
        case 10: disk.folder.marker?.ctime = disk.tick()
        default: loseMarker()
        }
    }

    func losePower() {
        finish()
        let removed = disk.folder.daysOnNewLinks
        disk.losePower(&random)
        owed.subtract(removed.subtracting(disk.folder.days))
        for day in unflushed.added { added[day] = nil }
        owed.subtract(unflushed.owed)
        unflushed = ([], [])
    }

    /// `rm -rf favorites`: it takes a moment, and the marker lies somewhere in the middle.
    private func removeAll() {
        let folder = disk.folder
        for link in Set(folder.links.keys).inOrder where Bool.random(using: &random) { folder.links[link] = nil }
        if Bool.random(using: &random) { loseMarker() }
        unfinished = { [self] in
            folder.links = [:]
            if folder === disk.folder {
                loseMarker()
                disk.folder = SimulatedFolder()
            }
        }
    }

    private func loseMarker() {
        disk.folder.marker?.hardLinks -= 1
        disk.folder.marker?.ctime = disk.tick()
        disk.folder.marker = nil
    }

    /// `cp -a` or `cp -al`: the links first, the marker a moment later.
    private func copy(sharingMarker: Bool) {
        let folder = disk.folder
        let copy = SimulatedFolder()
        copy.links = folder.links
        unfinished = { [self] in
            if sharingMarker {
                copy.marker = folder.marker
                copy.marker?.hardLinks += 1
                copy.marker?.ctime = disk.tick()
            } else {
                copy.marker = folder.marker.map { disk.newMarker($0.sum) }
            }
            copies.append(Copy(folder: copy, sharesMarker: sharingMarker))
        }
    }

    private func replace(with copy: Copy) {
        loseMarker()
        disk.folder = copy.folder
    }

    private func mountOrUnmount() {
        if let below = mounted {
            disk.folder = below
            mounted = nil
        } else {
            mounted = disk.folder
            disk.folder =
                copies.last.map { copy in
                    let other = SimulatedFolder()
                    other.links = copy.folder.links
                    other.marker = copy.folder.marker.map { disk.newMarker($0.sum) }
                    return other
                } ?? SimulatedFolder()
        }
    }

    /// The last of the days that people write into favorites.json.
    static let lastOfEdits = day.advanced(by: -20)

    /// A day is written into favorites.json by hand, or one is taken out of it.
    private func edit() {
        guard case .readable(var record, _) = disk.stored else { return }
        if let day = record.favorites.keys.sorted().randomElement(using: &random), Bool.random(using: &random) {
            record.favorites[day] = nil
        } else {
            let day = Self.lastOfEdits.advanced(by: -Int.random(in: 0..<10, using: &random))
            let added = Timestamp(seconds: disk.time)
            if record.favorites[day] == nil, record.removed[day] == nil {
                record.favorites[day] = Favorite(date: day, added: added, links: [])
            }
        }
        disk.stored = .readable(record, sha256: SimulatedDisk.sum(of: record))
    }
}
