import Belief
import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

@Suite("Days that keep does not hold go, and nothing else does")
struct PruneTests {
    let mirror: TestMirror
    static let pruned = ".apod-mirror/pruned"

    init() throws {
        mirror = try TestMirror()
    }

    private func ago(_ days: Int) -> Day { day.advanced(by: -days) }

    /// Pictures of the newest so many days.
    private func fill(_ archive: Archive, _ count: Int) async throws {
        for ago in 0..<count {
            _ = try await archive.store(mirror.fetched(self.ago(ago), "Day \(ago)", photo("day \(ago)")))
        }
    }

    private func prune(_ archive: Archive, keep days: Int) async throws -> Pruning {
        try await archive.prune(keep: .days(days), now: TestMirror.now)
    }

    /// Nothing is on its way out.
    private func expectNothingAside(location: SourceLocation = #_sourceLocation) {
        for folder in ["", "/metadata", "/metadata/superseded", "/metadata/published"] {
            let names = mirror.names(Self.pruned + folder).subtracting(["metadata", "published", "superseded"])
            #expect(names.isEmpty, "in pruned\(folder)", sourceLocation: location)
        }
    }

    @Test func `old days go with JSON, sum and former pictures, and the newest stay as they are`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 25)
        _ = try await archive.store(mirror.fetched(ago(10), "Day 10", photo("a better one")))
        #expect(mirror.names("2026/2026-11/metadata/superseded").count == 1)
        let pruning = try await prune(archive, keep: 7)
        #expect(pruning.gone.map(\.day) == (7..<25).map(ago).reversed())
        #expect(pruning.gone.first?.title == "Day 24")
        #expect(pruning.putBack.isEmpty && pruning.refusal == nil)
        #expect(
            Set(mirror.names("2026/2026-11").filter { $0.hasSuffix("jpg") })
                == Set((0..<7).map { "\(ago($0)) Day \($0).jpg" }))
        #expect(mirror.names("2026") == ["2026-11"], "October is empty and went")
        #expect(!mirror.names("2026/2026-11/metadata").contains("superseded"))
        #expect(await archive.listing == (try archive.tree.listing()))
        try mirror.expectSound()
        expectNothingAside()
        #expect(try await prune(archive, keep: 7) == Pruning(), "a second one has nothing to do")
    }

    @Test func `the bytes told are those of picture, JSON and former pictures`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 3)
        _ = try await archive.store(mirror.fetched(ago(2), "Day 2", photo("a better one")))
        let json = try #require(mirror.bytes("\(Tree.metadataPath(ago(2)))")).count
        let pruning = try await prune(archive, keep: 2)
        #expect(pruning.bytes == Int64(photo("day 2").count + photo("a better one").count + json))
    }

    @Test func `forever and a mirror without a picture let nothing go`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.pending(ago(100), "Soon"))
        #expect(try await prune(archive, keep: 1) == Pruning())
        try await fill(archive, 3)
        #expect(try await archive.prune(keep: .forever, now: TestMirror.now) == Pruning())
        #expect(await archive.listing.days.count == 4)
    }

    @Test func `favorites, hidden days and recently removed favorites stay, pages and waiting days go`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 3)
        for ago in [40, 41, 42, 43] {
            _ = try await archive.store(mirror.fetched(self.ago(ago), "Old \(ago)", photo("old \(ago)")))
        }
        _ = try await archive.store(mirror.pending(ago(44), "Soon"))
        _ = try await archive.store(mirror.page(ago(45), "Video", ascii("<html></html>\n")))
        try mirror.link("Moons/\(ago(40)) Old 40.jpg", to: "../../2026/2026-10/\(ago(40)) Old 40.jpg")
        try await archive.hide(ago(41))
        var record = FavoritesRecord()
        for (ago, days) in [(42, 29), (43, 31)] {
            record.removed[self.ago(ago)] = Favorite(
                date: self.ago(ago), added: TestMirror.now, removed: TestMirror.now + -days * 86_400, links: [])
        }
        try mirror.write(record.text, to: "favorites.json")
        let pruning = try await prune(archive, keep: 3)
        #expect(pruning.gone.map(\.day) == [45, 44, 43].map(ago))
        #expect(Set(await archive.listing.days.keys) == Set([0, 1, 2, 40, 41, 42].map(ago)))
        #expect(try mirror.stored(ago(41)).mirror.state == .hidden)
        try mirror.expectSound("2026-10")
    }

    @Test func `what the owner put beside them stays, and so do the folders it lies in`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 30)
        let kept = ["2026/2026-10/notes.txt", "2026/2026-10/metadata/mine", "2026/2026-10/\(ago(25)) cropped.jpg"]
        for path in kept { try mirror.write(ascii("mine"), to: path) }
        _ = try await prune(archive, keep: 5)
        for path in kept { #expect(mirror.bytes(path) == ascii("mine")) }
        #expect(mirror.names("2026/2026-10") == ["notes.txt", "metadata", "\(ago(25)) cropped.jpg"])
        #expect(mirror.names("2026/2026-10/metadata") == ["mine"])
    }

    @Test func `one that is cancelled leaves every day whole`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 9)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await archive.prune(keep: .days(3), now: TestMirror.now)
        }
        #expect(try await task.value == Pruning())
        #expect(await archive.listing.presentDays.count == 9)
        try mirror.expectSound()
        expectNothingAside()
    }

    @Test func `years go as months do`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 2)
        for date in ["2019-05-01", "2020-01-01", "2020-02-29"] {
            _ = try await archive.store(mirror.fetched(.of(date), "Old", photo(date)))
        }
        let pruning = try await prune(archive, keep: 31)
        #expect(pruning.gone.map(\.day.description) == ["2019-05-01", "2020-01-01", "2020-02-29"])
        #expect(mirror.names("").filter { $0.hasPrefix("20") } == ["2026"])
    }

    @Test func `a day whose JSON cannot be read stays for verify to mend`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 5)
        try mirror.write(ascii("{"), to: "\(Tree.metadataPath(ago(4)))")
        #expect(try await prune(archive, keep: 3).gone.map(\.day) == [ago(3)])
        #expect(await archive.listing.isPresent(ago(4)))
    }

    @Test func `a picture that its owner has deleted or replaced by a link takes nothing with it`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 5)
        try mirror.write(ascii("elsewhere"), to: "elsewhere.jpg")
        for ago in [3, 4] { try mirror.remove("2026/2026-11/\(self.ago(ago)) Day \(ago).jpg") }
        let link = "\(mirror.root)/2026/2026-11/\(ago(4)) Day 4.jpg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../elsewhere.jpg")
        #expect(try await prune(archive, keep: 3).gone.map(\.day) == [ago(4), ago(3)])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../../elsewhere.jpg")
        #expect(mirror.bytes("elsewhere.jpg") == ascii("elsewhere"))
        expectNothingAside()
    }

    @Test func `nothing that a commit left behind brings a pruned day back`() async throws {
        var archive: Archive? = try await mirror.open()
        try await fill(try #require(archive), 4)
        let stored = try mirror.stored(ago(3))
        try mirror.write(stored.encoded(), to: ".apod-mirror/incoming/\(ago(3)).json")
        try mirror.write(photo("day 3"), to: ".apod-mirror/incoming/\(ago(3)).part")
        _ = try await prune(try #require(archive), keep: 3)
        archive = nil
        #expect(await (try mirror.open()).listing.presentDays == [2, 1, 0].map(ago))
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
    }

    @Test func `a dispute about a day that went needs no word any more`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 4)
        var disputes = Disputes()
        for ago in [0, 3] {
            disputes.pictures[self.ago(ago)] = .init(reason: "small", url: "https://x", key: "", since: TestMirror.now)
        }
        try await archive.save(disputes)
        var absent = MissingDays()
        absent.record(ago(3), confirmed: false, today: day)
        try await archive.save(absent)
        _ = try await prune(archive, keep: 3)
        #expect(try archive.tree.dayNotes.disputes.pictures.keys.sorted() == [day])
        #expect(try archive.tree.dayNotes.missing == absent)
    }

    // MARK: - What may have been missed

    @Test func `nothing goes while favorites cannot be seen`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 5)
        try mirror.write(ascii("{\"version\": 99}"), to: "favorites.json")
        let newer = try await prune(archive, keep: 2)
        #expect(newer.refusal?.contains("newer apod-mirror") == true)
        try mirror.write(ascii("torn"), to: "favorites.json")
        let damaged = try await prune(archive, keep: 2)
        #expect(damaged.refusal?.contains("kept aside") == true)
        #expect(newer.gone.isEmpty && damaged.gone.isEmpty)
        #expect(await archive.listing.days.count == 5)
        #expect(try await prune(archive, keep: 2).gone.count == 3, "the damaged one was made anew")
    }

    @Test(.enabled(if: getuid() != 0, "root reads every folder")) func `nor while an album cannot be listed`()
        async throws
    {
        let archive = try await mirror.open()
        try await fill(archive, 5)
        try FileManager.default.createDirectory(
            atPath: "\(mirror.root)/favorites/Closed", withIntermediateDirectories: true)
        chmod("\(mirror.root)/favorites/Closed", 0)
        let refused = try await prune(archive, keep: 2)
        #expect(refused.refusal?.contains("favorites/Closed") == true)
        #expect(await archive.listing.days.count == 5)
        #expect(try archive.tree.prunable(keep: .days(2), FavoritesRules(), now: TestMirror.now) == refused)
        chmod("\(mirror.root)/favorites/Closed", 0o755)
        #expect(try await prune(archive, keep: 2).gone.count == 3)
    }

    // MARK: - What stands in its way

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `on a full disk old pictures go all the same`() async throws {
        let disk = try TinyDisk(size: "600k")
        _ = try RootCreation.create("\(disk.path)/APOD", start: .first)
        for ago in 0..<6 {
            var metadata = mirror.metadata(self.ago(ago), "A", picture: mirror.picture(self.ago(ago), photo("a")))
            metadata.mirror.picture?.file = "\(self.ago(ago)) A.jpg"
            for (path, bytes) in [
                ("\(Tree.monthPath(self.ago(ago)))/\(self.ago(ago)) A.jpg", photo("a")),
                (Tree.metadataPath(self.ago(ago)).description, try metadata.encoded()),
            ] {
                let url = URL(filePath: "\(disk.path)/APOD/\(path)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: url)
            }
        }
        let archive = try await Archive.open("\(disk.path)/APOD")
        try disk.fill()
        #expect(try await prune(archive, keep: 3).gone.count == 3)
        let sums = try #require(try archive.tree.root.read("2026/2026-11/metadata/SHA256SUMS"))
        #expect(Checksums(sums)?.sums.count == 3)
        #expect(await archive.listing.presentDays == [2, 1, 0].map(ago))
    }

    @Test(.enabled(if: Abilities.immutability, "needs chattr, and root, who can make a folder immutable"))
    func `where a month cannot be written to, its days stay whole`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 24)
        let month = "\(mirror.root)/2026/2026-10"
        #expect(Command.succeeds("chattr", "+i", month))
        defer { _ = Command.succeeds("chattr", "-i", month) }
        await #expect(throws: FolderError.self) { try await prune(archive, keep: 3) }
        #expect(await archive.listing.presentDays.count == 24)
        for month in ["2026-10", "2026-11"] { try mirror.expectSound(month) }
        expectNothingAside()
    }

    @Test(.enabled(if: Abilities.immutability, "needs chattr, and root, who can make a folder immutable"))
    func `a start goes on when what was pruned cannot go back, and the next prune tells why`() async throws {
        var archive: Archive? = try await mirror.open()
        try await fill(try #require(archive), 4)
        archive = nil
        let old = "\(ago(3))"
        for (path, name) in [
            ("\(Tree.metadataPath(ago(3)))", "metadata/\(old).json"),
            ("2026/2026-11/\(old) Day 3.jpg", "\(old) Day 3.jpg"),
        ] {
            try mirror.write(try #require(mirror.bytes(path)), to: "\(Self.pruned)/\(name)")
            try mirror.remove(path)
        }
        let month = "\(mirror.root)/2026/2026-11"
        #expect(Command.succeeds("chattr", "+i", month))
        defer { _ = Command.succeeds("chattr", "-i", month) }
        let started = try await mirror.open()
        #expect(await started.listing.presentDays.count == 3)
        await #expect(throws: FolderError.self) { try await prune(started, keep: 2) }
        #expect(Command.succeeds("chattr", "-i", month))
        try await started.returnPruned()
        #expect(try await started.list().presentDays.count == 4)
        try mirror.expectSound()
    }

    // MARK: - What would go

    @Test func `what would go is what goes, and asking changes nothing`() async throws {
        let archive = try await mirror.open()
        try await fill(archive, 12)
        // Nobody has recorded this one yet.
        try mirror.link("\(ago(9)) Day 9.jpg", to: "../2026/2026-11/\(ago(9)) Day 9.jpg")
        try await archive.hide(ago(8))
        let before = try mirror.temporary.snapshot
        let asked = try archive.tree.prunable(keep: .days(5), FavoritesRules(), now: TestMirror.now)
        #expect(try mirror.temporary.snapshot == before)
        #expect(asked.gone.map(\.day) == [11, 10, 7, 6, 5].map(ago))
        #expect(try await prune(archive, keep: 5) == asked)
        #expect(await archive.listing.isPresent(ago(9)))
    }
}
