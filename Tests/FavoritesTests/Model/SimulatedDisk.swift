import Days
import Folder
import TestSupport

@testable import MirrorTestSupport
@testable import MirrorTree

/// A folder of favorites as the model has it: links by their paths, and the marker.
final class SimulatedFolder {
    var links: [FilePath: Day] = [:] { didSet { version += 1 } }
    /// Another after every change, as the times of real albums are.
    private(set) var version = 0
    var marker: SimulatedMarker?
    /// What users did and nobody made durable yet, in its order; a power cut may undo it.
    var unsynced: [Change] = []
    /// Days of which a link that was removed is durably gone, while no look has made durable what else they have.
    private var stranded: Set<Day> = []

    /// One change of names: what was there before, by path. A move is one change of two paths, and atomic.
    struct Change {
        var before: [FilePath: Day?]
        var after: [FilePath: Day?]
    }

    func change(_ after: [FilePath: Day?]) {
        var before: [FilePath: Day?] = [:]
        for path in after.keys { before.updateValue(links[path], forKey: path) }
        for (path, day) in after { links[path] = day }
        unsynced.append(Change(before: before, after: after))
    }

    /// Some of what was not synced is lost: a tail of it, as journals do, or single changes, as log trees do. What
    /// stands on a lost change is lost with it.
    func losePower(_ random: inout Dice) {
        let journal = Bool.random(using: &random)
        let kept = Int.random(in: 0...unsynced.count, using: &random)
        var lost: [Change] = []
        for (number, change) in unsynced.enumerated() {
            let standsOnLost = lost.contains { !$0.after.keys.filter(change.after.keys.contains).isEmpty }
            let isLost = journal ? number >= kept : Bool.random(using: &random)
            if isLost || standsOnLost { lost.append(change) }
        }
        for change in lost.reversed() {
            for (path, day) in change.before { links[path] = day }
        }
        unsynced = []
    }

    var days: Set<Day> { Set(links.values) }

    /// What would be there if all were lost that is not durable.
    private var lasting: [FilePath: Day] {
        var lasting = links
        for change in unsynced.reversed() { for (path, day) in change.before { lasting[path] = day } }
        return lasting
    }

    /// The first changes become durable.
    func makeDurable(_ count: Int) {
        let before = Set(lasting.values)
        unsynced.removeFirst(count)
        let after = Set(lasting.values)
        stranded = stranded.union(before).intersection(days).subtracting(after)
    }

    /// Days of which somebody removed a link while all others that they have were new, and no look had made them durable:
    /// the power takes those, and what is left is a removal.
    var daysOnNewLinks: Set<Day> {
        var lasting = lasting
        var days = stranded
        for change in unsynced {
            for (path, day) in change.before {
                guard let day, lasting[path] == day, change.after[path] != day else { continue }
                lasting[path] = nil
                if let place = change.after.first(where: { $0.value == day })?.key {
                    lasting[place] = day
                } else if !lasting.values.contains(day) {
                    days.insert(day)
                }
            }
        }
        return days
    }
}

/// The marker's inode: copies made of hard links share it.
final class SimulatedMarker {
    let inode: UInt64
    var ctime: Int64
    var hardLinks = 1
    var sum: String
    var durable: (sum: String, ctime: Int64)

    init(inode: UInt64, ctime: Int64, sum: String = "") {
        self.inode = inode
        self.ctime = ctime
        self.sum = sum
        durable = (sum, ctime)
    }

    var look: Marker {
        Marker(state: MarkerState(inode: inode, ctime: ctime), hardLinks: hardLinks, sum: sum)
    }
}

/// A file that was written, and may still be without bytes after a power cut.
final class SimulatedFile<Content> {
    let content: Content
    var isFlushed: Bool

    init(_ content: Content, isFlushed: Bool) { (self.content, self.isFlushed) = (content, isFlushed) }
}

/// The name of a file, which after a power cut may be that of the former one.
struct SimulatedName<Content> {
    private(set) var file: SimulatedFile<Content>?
    private var lasting: SimulatedFile<Content>?

    init(_ content: Content?) {
        file = content.map { SimulatedFile($0, isFlushed: true) }
        lasting = file
    }

    mutating func place(_ placed: SimulatedFile<Content>) { file = placed }
    mutating func flush() { lasting = file }

    /// Whether what has the name now is whole.
    mutating func losePower(_ random: inout Dice) -> Bool {
        if Bool.random(using: &random) { file = lasting }
        lasting = file
        return file?.isFlushed != false
    }
}

/// Everything that outlives the process.
final class SimulatedDisk {
    var folder = SimulatedFolder()
    var recordName = SimulatedName<StoredFavorites>(nil)
    var copyName = SimulatedName<KeptFavorites>(nil)
    /// The days in the vault, and those of them that a power cut leaves there.
    var vault: Set<Day> = []
    var lastingVault: Set<Day> = []
    /// `favorites.json`, which people write, too.
    var stored: StoredFavorites {
        get { recordName.file?.content ?? .missing }
        set { recordName = SimulatedName(newValue == .missing ? nil : newValue) }
    }
    var kept: KeptFavorites? { copyName.file?.content }
    /// Seconds of the wall clock and of the other one.
    var time: Int64 = 1_795_000_000
    private var inodes: UInt64 = 100
    private var changes: Int64 = 0

    func newMarker(_ sum: String = "") -> SimulatedMarker {
        inodes += 1
        return SimulatedMarker(inode: inodes, ctime: tick(), sum: sum)
    }

    /// No two changes have the same ctime.
    func tick() -> Int64 {
        changes += 1
        return changes
    }

    func losePower(_ random: inout Dice) {
        folder.losePower(&random)
        if let marker = folder.marker { (marker.sum, marker.ctime) = marker.durable }
        if !recordName.losePower(&random) { stored = .damaged }
        if !copyName.losePower(&random) { copyName = SimulatedName(nil) }
        vault = vault.filter { lastingVault.contains($0) || Bool.random(using: &random) }
        lastingVault = vault
    }

    static func sum(of record: FavoritesRecord) -> String {
        let favorites = record.favorites.values.sorted { $0.date < $1.date }
        let removed = record.removed.values.sorted { $0.date < $1.date }
        var text = "\(record.marker?.inode ?? 0) \(record.marker?.ctime ?? 0)"
        for one in favorites { text += "|\(one.date)\(one.added)\(one.links.inOrder.map(\.description))" }
        for one in removed {
            text += "-\(one.date)\(one.added)\(one.removed ?? one.added)\(one.links.inOrder.map(\.description))"
        }
        return text
    }
}
