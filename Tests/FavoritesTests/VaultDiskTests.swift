import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("The vault on disks of all kinds", .timeLimit(.minutes(15)))
struct VaultDiskTests {
    /// A mirror with one day on a disk of its own.
    private struct OnDisk {
        let archive: Archive
        let root: Folder

        init(_ disk: TinyDisk, _ picture: [UInt8] = photo("first")) async throws {
            let path = "\(disk.path)/APOD"
            _ = try RootCreation.create(path, start: day)
            archive = try await Archive.open(path)
            root = try #require(try Folder.open(path))
            try await store("Title", picture)
        }

        func store(_ title: String, _ bytes: [UInt8]) async throws {
            let mirror = try TestMirror()
            let incoming = try root.makeFolder(".apod-mirror/incoming")
            try Saver(through: incoming).save(bytes, as: Part.name(day), in: incoming)
            let metadata = mirror.metadata(day, title, picture: mirror.picture(day, bytes))
            let basis = try DayChange.Basis.asItStands(day, in: root.path)
            _ = try await archive.store(
                DayChange(metadata: metadata, content: .fetched(Part.name(day)), basis: basis))
            try await archive.settle(day)
        }

        func expectKept(_ title: String, _ bytes: [UInt8]) async throws {
            #expect(try await archive.keepInVault([day]) == [day])
            let vault = try root.makeFolder(Tree.vault)
            #expect(Set(try vault.entries().map(\.name)) == ["\(day) \(title).jpg", "\(day).json"])
            #expect(try vault.read("\(day) \(title).jpg") == bytes)
            #expect(try vault.read("\(day).json") == root.read(Tree.metadataPath(day)))
            #expect(try root.folder(".apod-mirror/incoming")?.entries().isEmpty == true)
        }

        func removeYear() throws {
            for name in ["metadata/\(day).json", "metadata/SHA256SUMS", "\(day) New.jpg"] as [FilePath] {
                let path = Tree.monthPath(day).appending(name)
                try root.folder(path.parent ?? "")?.remove(path.name)
            }
        }
    }

    @Test(.enabled(if: TinyDisk.isBtrfsPossible, "needs to mount a disk with btrfs, in a namespace of its own"))
    func `clones survive what is written into the month's file, and come back dressed`() async throws {
        let disk = try TinyDisk.btrfs()
        let mirror = try await OnDisk(disk)
        try await mirror.expectKept("Title", photo("first"))
        let path = Tree.monthPath(day).appending("\(day) Title.jpg")
        #expect(try mirror.root.status(path)?.hardLinks == 1)
        try await mirror.store("New", photo("second"))
        try await mirror.expectKept("New", photo("second"))
        try mirror.removeYear()
        #expect(try await mirror.archive.restoreFromVault([day]) == [day])
        let picture = try #require(try mirror.root.open(Tree.monthPath(day).appending("\(day) New.jpg")))
        #expect(try picture.status().modified == Timestamp.ofPicture(of: day, replacements: 1).seconds)
        #expect(picture.attribute("user.xdg.comment") == "New\nWhy is it dark?")
        #expect(mirror.archive.tree.check(day) == nil)
        try await mirror.expectKept("New", photo("second"))
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a year on a disk of its own is copied`() async throws {
        let disk = try TinyDisk(size: "1m")
        let mirror = try await OnDisk(disk)
        let month = try #require(try mirror.root.folder(Tree.monthPath(day)))
        let files = try ["\(day) Title.jpg", "metadata/\(day).json"].map { try #require(try month.read(FilePath($0))) }
        try #require(disk.mountAnother(on: "APOD/2026"))
        let saver = Saver(through: try mirror.root.makeFolder("2026/temporary"))
        let other = try mirror.root.makeFolder("2026/2026-11/metadata")
        try saver.save(files[0], as: "\(day) Title.jpg", in: try mirror.root.makeFolder("2026/2026-11"))
        try saver.save(files[1], as: "\(day).json", in: other)
        try await mirror.expectKept("Title", photo("first"))
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a full disk throws, and what was kept stays`() async throws {
        let disk = try TinyDisk(size: "400k")
        let mirror = try await OnDisk(disk)
        try await mirror.expectKept("Title", photo("first"))
        try disk.fill()
        #expect(try await mirror.archive.keepInVault([day]) == [day])
        try disk.makeRoom()
        try await mirror.store("New", photo("second"))
        try disk.fill()
        // A hard link fits where nothing else does; what counts is that nothing is lost.
        _ = try? await mirror.archive.keepInVault([day])
        try disk.makeRoom()
        try await mirror.expectKept("New", photo("second"))
    }

    @Test(.enabled(if: TinyDisk.canFail, "needs a disk with ext4 that can be made to fail"))
    func `a read-only disk throws only when there is something to write`() async throws {
        let disk = try TinyDisk.ext4()
        let mirror = try await OnDisk(disk)
        try await mirror.expectKept("Title", photo("first"))
        try await mirror.store("New", photo("second"))
        // One that fails becomes read-only at once; while files are open for writing it cannot be made so by hand.
        #expect(disk.fail())
        let error = await #expect(throws: FolderError.self) { try await mirror.archive.keepInVault([day]) }
        #expect(error?.isNotWritable == true)
        #expect(try mirror.root.read(Tree.vault.appending("\(day) Title.jpg")) == photo("first"))
    }
}
