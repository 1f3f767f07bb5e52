import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("A file is kept once more under another name")
struct DuplicatorTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    /// A folder with `incoming/`, `month/` and `vault/`, and a file in the month.
    private struct Place {
        let incoming: Folder
        let month: Folder
        let vault: Folder
        var duplicator: Duplicator

        init(_ root: Folder, monthIn elsewhere: Folder? = nil) throws {
            incoming = try root.makeFolder("incoming")
            month = try (elsewhere ?? root).makeFolder("month")
            vault = try root.makeFolder("vault")
            duplicator = Duplicator(Saver(through: incoming))
        }

        func save(_ text: String, as name: FilePath, in folder: Folder) throws {
            let saver = Saver(through: try folder.makeFolder("temporary"))
            try saver.save(Array(text.utf8), as: name, in: folder)
            folder.removeEmptyFolder("temporary")
        }

        mutating func duplicate(_ name: FilePath, as newName: FilePath? = nil) throws -> Duplicator.Way {
            let source = try #require(try month.open(name))
            return try duplicator.duplicate(source, as: newName ?? name, in: vault) { $0.setModified(1_000) }
        }

        func expect(_ text: String, as name: FilePath) throws {
            #expect(try vault.read(name) == Array(text.utf8))
            #expect(try vault.entries().map(\.name) == [name])
            #expect(try incoming.entries().isEmpty)
        }
    }

    /// New, again, replaced, and replaced while a left-over of an interrupted one lies about.
    private func exercise(_ place: inout Place, _ way: Duplicator.Way) throws {
        try place.save("first", as: "file", in: place.month)
        #expect(try place.duplicate("file") == way)
        try place.expect("first", as: "file")
        #expect(try place.duplicate("file") == (way == .linked ? .same : way))
        try place.save("second", as: "file", in: place.month)
        try place.expect("first", as: "file")
        try place.save("left", as: "file.second", in: place.incoming)
        #expect(try place.duplicate("file") == way)
        try place.expect("second", as: "file")
        #expect(try place.month.read("file") == Array("second".utf8))
        let isOneFile = try place.vault.status("file")?.identity == place.month.status("file")?.identity
        #expect(isOneFile == (way == .linked))
        if !isOneFile { #expect(try place.vault.status("file")?.modified == 1_000) }
    }

    @Test func `on most disks it is a hard link, or a clone`() throws {
        var place = try Place(temporary.folder)
        try place.save("probe", as: "file", in: place.month)
        let way = try place.duplicate("file")
        #expect(way == .linked || way == .cloned)
        try place.vault.remove("file")
        try exercise(&place, way)
    }

    @Test(.enabled(if: TinyDisk.isBtrfsPossible, "needs to mount a disk with btrfs, in a namespace of its own"))
    func `on a disk that can it is a clone`() throws {
        let disk = try TinyDisk.btrfs()
        var place = try Place(try #require(try Folder.open(disk.path)))
        try exercise(&place, .cloned)
        let file = try place.month.openToAppend("file")
        try file.write(Array(" thoughts".utf8))
        try place.expect("second", as: "file")
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `from another disk it is a copy`() throws {
        let disk = try TinyDisk(size: "1m")
        var place = try Place(temporary.folder, monthIn: try Folder.open(disk.path))
        try exercise(&place, .copied)
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a copy that does not fit leaves the former one`() throws {
        let disk = try TinyDisk(size: "200k")
        var place = try Place(try #require(try Folder.open(disk.path)), monthIn: temporary.folder)
        try place.save("first", as: "file", in: place.month)
        _ = try place.duplicate("file")
        try place.save(String(repeating: "x", count: 400_000), as: "file", in: place.month)
        let error = #expect(throws: FolderError.self) { _ = try place.duplicate("file") }
        #expect(error?.isDiskFull == true)
        try place.expect("first", as: "file")
    }

    @Test func `a link under the name is replaced, not followed, and a folder is left alone`() throws {
        var place = try Place(temporary.folder)
        try place.save("theirs", as: "target", in: temporary.folder)
        try place.save("ours", as: "file", in: place.month)
        _ = try place.vault.symlink("../target", as: "file")
        _ = try place.duplicate("file")
        try place.expect("ours", as: "file")
        #expect(try temporary.text("target") == "theirs")
        _ = try place.vault.makeFolder("folder")
        #expect(throws: FolderError.self) { _ = try place.duplicate("file", as: "folder") }
        #expect(try place.vault.status("folder")?.kind == .folder)
        #expect(try place.incoming.entries().isEmpty)
    }

    @Test func `a file that has lost its name meanwhile is kept by its bytes`() throws {
        var place = try Place(temporary.folder)
        try place.save("gone", as: "file", in: place.month)
        let source = try #require(try place.month.open("file"))
        try place.month.remove("file")
        _ = try place.duplicator.duplicate(source, as: "file", in: place.vault)
        try place.expect("gone", as: "file")
    }

    @Test func `several files are copied together, and nothing is left of those that cannot be`() throws {
        let place = try Place(temporary.folder)
        for name in ["picture", "words"] as [FilePath] { try place.save("\(name)", as: name, in: place.month) }
        let sources = try ["picture", "words"].map { name in
            (file: try #require(try place.month.open(FilePath(name))), name: FilePath(name))
        }
        try place.duplicator.copy(sources, in: place.vault) { copy, _ in copy.setModified(1_000) }
        for (file, name) in sources {
            #expect(try place.vault.read(name) == Array("\(name)".utf8))
            #expect(try place.vault.status(name)?.identity != file.status().identity)
        }
        #expect(try place.vault.status("picture")?.written == 1_000_000_000_000)
        #expect(try place.incoming.entries().isEmpty)

        try place.vault.remove("words")
        _ = try place.vault.makeFolder("words")
        #expect(throws: FolderError.self) { try place.duplicator.copy(sources, in: place.vault) }
        #expect(try place.vault.read("picture") == Array("picture".utf8))
        #expect(try place.incoming.entries().isEmpty)
    }
}
