import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Files are opened, read and described")
struct FilesTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test func `a file is read whole up to the limit and not beyond`() throws {
        try temporary.write("0123456789", to: "file")
        #expect(try temporary.folder.read("file") == Array("0123456789".utf8))
        #expect(try temporary.folder.read("file", limit: 10)?.count == 10)
        #expect(throws: FolderError.tooLarge(path: "\(temporary.path)/file", limit: 9)) {
            try temporary.folder.read("file", limit: 9)
        }
        #expect(try temporary.folder.read("nothing") == nil)
        try temporary.write("", to: "empty")
        #expect(try temporary.folder.read("empty") == [])
    }

    @Test(arguments: [(0, 4, "0123"), (8, 4, "89"), (10, 4, ""), (99, 4, ""), (3, 0, "")] as [(Int64, Int, String)])
    func `reading at an offset stops at the end`(offset: Int64, count: Int, expected: String) throws {
        try temporary.write("0123456789", to: "file")
        let file = try #require(try temporary.folder.open("file"))
        #expect(try file.read(count, at: offset) == Array(expected.utf8))
    }

    @Test func `what is no regular file is refused without waiting`() throws {
        _ = try temporary.folder.makeFolder("folder")
        mkfifo("\(temporary.path)/pipe", 0o600)
        for name in ["folder", "pipe"] {
            #expect(throws: FolderError.notFile(path: "\(temporary.path)/\(name)")) {
                try temporary.folder.open(FilePath(name))
            }
        }
        #expect(throws: FolderError.notFile(path: "\(temporary.path)/pipe")) {
            try temporary.folder.openToAppend("pipe")
        }
        #expect(throws: FolderError.self) { try temporary.folder.openToAppend("folder") }
    }

    @Test func `an appended file goes on where it ended`() throws {
        try temporary.write("one", to: "part")
        let file = try temporary.folder.openToAppend("part")
        #expect(write(file.descriptor, " two", 4) == 4)
        #expect(try temporary.text("part") == "one two")
        try file.truncate(to: 3)
        #expect(try temporary.text("part") == "one")
    }

    @Test func `a status tells what the system knows`() throws {
        try temporary.write("12345", to: "file")
        let file = try temporary.folder.openToAppend("file")
        file.setModified(1_000_000_000)
        _ = try temporary.folder.link("file", as: "second", in: temporary.folder)
        let status = try #require(try temporary.folder.status("file"))
        #expect(status.kind == .file)
        #expect(status.bytes == 5)
        #expect(status.hardLinks == 2)
        #expect(status.modified == 1_000_000_000)
        #expect(status.owner == getuid())
        #expect(try status == file.status())
        #expect(try status.identity == temporary.folder.status("second")?.identity)
    }

    @Test(.enabled(if: Abilities.attributes, "needs a disk that keeps extended attributes"))
    func `attributes keep their text and can be removed`() throws {
        let file = try temporary.folder.openToAppend("file")
        #expect(file.setAttribute("user.xdg.comment", "Webb’s View\nof M64"))
        #expect(file.attribute("user.xdg.comment") == "Webb’s View\nof M64")
        file.setAttribute("user.xdg.comment", "shorter")
        #expect(file.attribute("user.xdg.comment") == "shorter")
        #expect(!file.setAttribute("user.xdg.comment", String(repeating: "x", count: 100_000)))
        #expect(file.attribute("user.xdg.comment") == "shorter")
        file.removeAttribute("user.xdg.comment")
        file.removeAttribute("user.xdg.comment")
        #expect(file.attribute("user.xdg.comment") == nil)
        #expect(!file.setAttribute("no.such.namespace", "x"))
    }

    @Test(arguments: [
        (FolderError.system(action: "write", path: "/m/x", code: ENOSPC), "Could not write /m/x: the disk is full."),
        (.system(action: "write", path: "/m/x", code: EROFS), "Could not write /m/x: the file system is read-only."),
        (.locked(path: "/m/lock"), "/m/lock is locked by another process."),
        (.notFile(path: "/m/x"), "/m/x is not a regular file; it was left alone."),
    ])
    func `an error is a sentence with its path`(error: FolderError, sentence: String) {
        #expect(error.description == sentence)
    }

    @Test(arguments: [(ENOSPC, true, false), (EDQUOT, true, false), (EROFS, false, true), (EIO, false, false)])
    func `a full disk is told from one that cannot be written`(code: Int32, full: Bool, readOnly: Bool) {
        let error = FolderError("write", "/m/x", code)
        #expect(error.isDiskFull == full)
        #expect(error.isNotWritable == readOnly)
    }
}
