import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Names change in one step")
struct NamesTests {
    let temporary: TemporaryFolder
    let other: Folder

    init() throws {
        temporary = try TemporaryFolder()
        other = try temporary.folder.makeFolder("other")
        try temporary.write("one", to: "one")
        try temporary.write("two", to: "two")
    }

    @Test func `a rename takes the place of what has the name`() throws {
        try temporary.folder.rename("one", to: "two", in: temporary.folder)
        #expect(try temporary.text("two") == "one")
        #expect(try temporary.folder.status("one") == nil)
        try temporary.folder.rename("two", to: "three", in: other)
        #expect(try temporary.text("other/three") == "one")
    }

    /// Those that can refuse a taken name, those whose hard links can, and those that can be looked at.
    private static let kinds = [FormattedDisk.Kind.ext4, .ntfs, .exfat].filter(FormattedDisk.Kind.mountable.contains)

    @Test(
        .disabled(if: Abilities.isShort, "disks, left for Tests/run --all"),
        .enabled(if: !kinds.isEmpty, "needs to mount disks, in a namespace of its own"), arguments: kinds)
    func `a file of ours takes a name only while it is free`(kind: FormattedDisk.Kind) throws {
        let disk = try FormattedDisk(kind)
        let folder = try #require(try Folder.open(disk.path)).makeFolder("a")
        let other = try #require(try Folder.open(disk.path)).makeFolder("b")
        for (name, text) in [("one", "1"), ("two", "2")] {
            try folder.createNew(FilePath(name))?.write(Array(text.utf8))
        }
        #expect(try folder.moveOwn("one", to: "new", in: other))
        #expect(try folder.status("one") == nil && other.read("new") == Array("1".utf8))
        #expect(try !folder.moveOwn("two", to: "new", in: other))
        #expect(try folder.read("two") == Array("2".utf8) && other.read("new") == Array("1".utf8))
        #expect(throws: FolderError.self) { try folder.moveOwn("one", to: "two", in: other) }
    }

    @Test func `renaming what is not there says so and changes nothing`() throws {
        #expect(throws: FolderError.self) { try temporary.folder.rename("nothing", to: "two", in: temporary.folder) }
        #expect(try temporary.text("two") == "two")
    }

    @Test func `an exchange swaps two names, links and folders too`() throws {
        #expect(try temporary.folder.exchange(visible: "one", hidden: "two"))
        #expect(try temporary.text("one") == "two")
        #expect(try temporary.text("two") == "one")
        _ = try temporary.folder.symlink("elsewhere", as: "link")
        #expect(try temporary.folder.exchange(visible: "one", hidden: "link"))
        #expect(try temporary.folder.linkTarget("one") == "elsewhere")
        #expect(throws: FolderError.self) { try temporary.folder.exchange(visible: "two", hidden: "none") }
        #expect(try temporary.text("two") == "one")
    }

    @Test func `the last that is told of an exchange is what arrives under the visible name`() throws {
        let heard = HeardNames(in: temporary.path)
        #expect(try temporary.folder.exchange(visible: "one", hidden: "two"))
        #expect(heard.events() == [.went("one"), .came("two"), .went("two"), .came("one")])
    }

    @Test func `a second name is the same file, and a taken one stays`() throws {
        #expect(try temporary.folder.link("one", as: "again", in: other))
        #expect(try temporary.folder.status("one")?.identity == other.status("again")?.identity)
        #expect(try !temporary.folder.link("one", as: "two", in: temporary.folder))
        #expect(try temporary.text("two") == "two")
        #expect(throws: FolderError.self) { try temporary.folder.link("none", as: "new", in: other) }
    }

    @Test func `a second name for a link is for the link, not for its target`() throws {
        _ = try temporary.folder.symlink("one", as: "link")
        #expect(try temporary.folder.link("link", as: "link again", in: other))
        #expect(try other.linkTarget("link again") == "one")
    }

    @Test(arguments: [
        "../../2026/2026-09/2026-09-16 Webb's View of M64.jpg", "/absolute", "with\nnewline", "…",
        String(repeating: "t", count: 4_095),
    ])
    func `a link says what it was told`(target: String) throws {
        #expect(try temporary.folder.symlink(FilePath(target), as: "link"))
        #expect(try temporary.folder.linkTarget("link") == FilePath(target))
        #expect(try !temporary.folder.symlink("other", as: "link"))
        #expect(try temporary.folder.linkTarget("link") == FilePath(target))
    }

    @Test func `a target that is no UTF-8 keeps its bytes`() throws {
        let target = FilePath(bytes: [0xFF, 0x2F, 0x80])
        #expect(try temporary.folder.symlink(target, as: "link"))
        #expect(try temporary.folder.linkTarget("link") == target)
    }

    @Test func `what is no link has no target`() throws {
        #expect(try temporary.folder.linkTarget("one") == nil)
        #expect(try temporary.folder.linkTarget("other") == nil)
        #expect(try temporary.folder.linkTarget("nothing") == nil)
    }

    @Test func `removing takes the name only, twice is fine, a folder is refused`() throws {
        _ = try temporary.folder.symlink("one", as: "link")
        try temporary.folder.remove("link")
        try temporary.folder.remove("link")
        #expect(try temporary.text("one") == "one")
        #expect(throws: FolderError.self) { try temporary.folder.remove("other") }
        #expect(try temporary.folder.status("other")?.kind == .folder)
    }
}
