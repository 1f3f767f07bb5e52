import Days
import Foundation
import JSON
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A root is made once, on purpose, and never out of what is not ours")
struct RootCreationTests {
    let temporary: TemporaryFolder
    let path: String

    init() throws {
        temporary = try TemporaryFolder()
        path = "\(temporary.path)/APOD"
    }

    private func create() throws -> RootCreation.Outcome {
        try RootCreation.create(path, start: day)
    }

    private func put(_ text: String, _ name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func `a missing folder becomes a mirror, with favorites to drop links into`() throws {
        #expect(try create() == .made)
        let made = try temporary.snapshot
        #expect(made["APOD/favorites"] == "folder")
        let identity = try JSONFile.decode(
            MirrorIdentity.self, from: ascii(made["APOD/.apod-mirror/mirror.json"] ?? ""))
        #expect(identity.start == day)
        #expect(UUID(uuidString: identity.id) != nil)
        #expect(identity.version == 1)
    }

    @Test(arguments: [
        [], ["lost+found/x"], [".Trash-1000/files/x"], [".directory", ".DS_Store", ".hidden"],
        [".apod-mirror/incoming/mirror.json.new"],
    ])
    func `a folder that its owner calls empty becomes a mirror`(names: [String]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in names { try put("x", name) }
        #expect(try create() == .made)
        #expect(try create() == .unchanged)
    }

    @Test(arguments: [
        ["holiday.jpg"], ["2026/holiday.jpg"], ["favorites/link"], ["2026/2026-11/2026-11-20 Title.jpg"],
        [".git/config"],
        ["2026/2026-11/metadata/notes.json"],
    ])
    func `a folder with other things in it is refused and left as it is`(names: [String]) throws {
        for name in names { try put("x", name) }
        let before = try temporary.snapshot
        #expect(throws: RootError.foreign(path: path)) { try create() }
        #expect(try temporary.snapshot == before)
    }

    @Test func `a second time changes nothing`() throws {
        _ = try create()
        try put("x", "2026/2026-11/anything.txt")
        let before = try temporary.snapshot
        #expect(try RootCreation.create(path, start: Day.first) == .unchanged)
        #expect(try temporary.snapshot == before)
    }

    @Test func `a tree of ours that lost its private folder gets it back, and nothing else changes`() throws {
        try put("{}", "2026/2026-11/metadata/2026-11-20.json")
        try put("x", "2026/2026-11/2026-11-20 Title.jpg")
        try put("x", "favorites/mine")
        try put("x", "my notes.txt")
        let before = try temporary.snapshot
        #expect(try create() == .restored)
        #expect(try temporary.snapshot.filter { !$0.key.hasPrefix("APOD/.apod-mirror") } == before)
        #expect(try Tree.open(path).identity.start == day)
    }

    @Test(arguments: ["2019-02-03", "2026-11-19"])
    func `a tree that lost its private folder goes on from its oldest day`(oldest: String) throws {
        for date in [oldest, "2026-11-20"] {
            try put("{}", "\(date.prefix(4))/\(date.prefix(7))/metadata/\(date).json")
        }
        // A picture without its story proves nothing.
        try put("x", "2001/2001-01/2001-01-01 Mine.jpg")
        #expect(try create() == .restored)
        #expect("\(try Tree.open(path).identity.start)" == oldest)
    }

    @Test func `a new mirror holds no record that another version read, and one that was restored may`() throws {
        #expect(try create() == .made)
        #expect(try Tree.open(path).readNote(ReadingState.self) == .done)
        try FileManager.default.removeItem(atPath: "\(path)/.apod-mirror")
        try put("{}", "2026/2026-11/metadata/2026-11-20.json")
        #expect(try create() == .restored)
        #expect(try Tree.open(path).readNote(ReadingState.self) == nil)
    }

    @Test func `history that was to reach further back still does`() throws {
        try put("{}", "2026/2026-11/metadata/2026-11-20.json")
        #expect(try RootCreation.create(path, start: Day.first) == .restored)
        #expect(try Tree.open(path).identity.start == Day.first)
    }

    @Test func `an identity that cannot be read is never replaced`() throws {
        try put("{ torn", ".apod-mirror/mirror.json")
        #expect(throws: RootError.damagedIdentity(path: path)) { try create() }
        #expect(try temporary.snapshot["APOD/.apod-mirror/mirror.json"] == "{ torn")
    }

    @Test func `a file in the folder's place is an error`() throws {
        try temporary.write("x", to: "APOD")
        #expect(throws: (any Error).self) { try create() }
        #expect(try temporary.text("APOD") == "x")
    }
}
