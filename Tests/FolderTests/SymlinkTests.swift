import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("A symbolic link where something of ours belongs is refused by its name")
struct SymlinkTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
        _ = try temporary.folder.makeFolder("real/2026-11")
        try temporary.write("x", to: "real/file")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: "\(temporary.path)/2026", withDestinationPath: "real")
        try files.createSymbolicLink(atPath: "\(temporary.path)/dangling", withDestinationPath: "nowhere")
        try files.createSymbolicLink(atPath: "\(temporary.path)/real/linked", withDestinationPath: "2026-11")
        try files.createSymbolicLink(atPath: "\(temporary.path)/loop", withDestinationPath: "loop")
    }

    @Test(arguments: [
        ("2026", "2026"), ("2026/2026-11", "2026"), ("2026/2026-11/metadata", "2026"), ("real/linked", "real/linked"),
        ("real/linked/deeper/still", "real/linked"), ("dangling", "dangling"), ("dangling/below", "dangling"),
        ("loop/below", "loop"),
    ])
    func `the error names the link itself, not what lies behind it`(path: String, link: String) throws {
        let expected = FolderError.symlink(path: "\(temporary.path)/\(link)")
        #expect(throws: expected) { try temporary.folder.folder(FilePath(path)) }
        #expect(throws: expected) { try temporary.folder.makeFolder(FilePath(path)) }
        #expect(throws: expected) { try temporary.folder.open(FilePath(path)) }
        #expect("\(expected)".contains("\(temporary.path)/\(link) is a symbolic link"))
    }

    @Test func `a link is told from a file and never followed`() throws {
        #expect(try temporary.folder.status("2026")?.kind == .symlink)
        #expect(try temporary.folder.status("dangling")?.kind == .symlink)
        #expect(try temporary.folder.status("nothing") == nil)
        #expect(try temporary.folder.status("nothing/below") == nil)
    }

    @Test func `the folder's own path may lead through links, they are the owner's`() throws {
        let folder = try #require(try Folder.open("\(temporary.path)/2026"))
        #expect(try folder.read("file") == [UInt8(ascii: "x")])
    }
}
