import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Folders are made, opened and listed")
struct FoldersTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test func `a folder is made with its parents and again without harm`() throws {
        let made = try temporary.folder.makeFolder("2026/2026-11/metadata")
        let again = try temporary.folder.makeFolder("2026/2026-11/metadata")
        #expect(try made.status().identity == again.status().identity)
        #expect(made.path == "\(temporary.path)/2026/2026-11/metadata")
    }

    @Test func `a root is made with its parents, also with a slash behind it`() throws {
        let path = "\(temporary.path)/disk/pictures/APOD/"
        _ = try Folder.make(path)
        #expect(try Folder.open(path)?.entries().isEmpty == true)
        _ = try Folder.make(path)
    }

    @Test func `a missing folder is nil, a file in its place an error`() throws {
        try temporary.write("x", to: "file")
        #expect(try Folder.open("\(temporary.path)/nothing") == nil)
        #expect(try temporary.folder.folder("nothing") == nil)
        #expect(throws: FolderError.notFolder(path: "\(temporary.path)/file")) { try temporary.folder.folder("file") }
        #expect(throws: FolderError.notFolder(path: "\(temporary.path)/file/below")) {
            try temporary.folder.makeFolder("file/below")
        }
        #expect(throws: FolderError.notFolder(path: "\(temporary.path)/file")) {
            try Folder.open("\(temporary.path)/file")
        }
    }

    @Test func `odd names are listed byte for byte`() throws {
        let names: [[UInt8]] = [
            Array("with\nnewline".utf8), [0xFF, 0xFE, 0x80], Array(repeating: UInt8(ascii: "n"), count: 255),
            Array(" .hidden".utf8), Array("…".utf8), Array(".apod".utf8), [1],
        ]
        for name in names { _ = try temporary.folder.openToAppend(FilePath(bytes: name)) }
        let listed = try temporary.folder.entries()
        #expect(Set(listed.map(\.name.bytes)) == Set(names))
        #expect(listed.allSatisfy { $0.kind == .file })
    }

    @Test func `composed and decomposed letters are two names`() throws {
        let composed: FilePath = "caf\u{E9}"
        let decomposed: FilePath = "cafe\u{301}"
        _ = try temporary.folder.openToAppend(composed)
        #expect(try temporary.folder.status(decomposed) == nil)
        _ = try temporary.folder.openToAppend(decomposed)
        #expect(try Set(temporary.folder.entries().map(\.name)) == [composed, decomposed])
        #expect(composed != decomposed)
    }

    @Test func `every kind of entry is told from the others`() throws {
        try temporary.write("x", to: "file")
        _ = try temporary.folder.makeFolder("folder")
        _ = try temporary.folder.symlink("nowhere", as: "link")
        mkfifo("\(temporary.path)/pipe", 0o600)
        let kinds = try Dictionary(uniqueKeysWithValues: temporary.folder.entries().map { ($0.name, $0.kind) })
        #expect(kinds == ["file": .file, "folder": .folder, "link": .symlink, "pipe": .other])
        #expect(try temporary.folder.status("pipe")?.kind == .other)
    }

    @Test func `a folder is listed as often as one likes`() throws {
        for number in 0..<300 { try temporary.write("", to: "file \(number)") }
        #expect(try temporary.folder.entries().count == 300)
        #expect(try temporary.folder.entries().count == 300)
    }

    @Test func `only an empty folder is removed`() throws {
        _ = try temporary.folder.makeFolder("full/inner")
        #expect(!temporary.folder.removeEmptyFolder("full"))
        #expect(!temporary.folder.removeEmptyFolder("nothing"))
        #expect(temporary.folder.removeEmptyFolder(FilePath("full/inner").name) == false)
        let full = try #require(try temporary.folder.folder("full"))
        #expect(full.removeEmptyFolder("inner"))
        #expect(temporary.folder.removeEmptyFolder("full"))
    }

    @Test func `there is room, and the boot has the kernel's name`() throws {
        #expect(try temporary.folder.freeBytes() > 0)
        let kernel = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        #expect(Boot.id == kernel.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(Boot.id.count == 36)
    }
}
