import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Who may write") struct WriteAccessTests {
    private static func list(_ entries: (tag: UInt8, rights: UInt8, number: UInt8)...) -> [UInt8] {
        [2, 0, 0, 0] + entries.flatMap { [$0.tag, 0, $0.rights, 0, $0.number, 0, 0, 0] }
    }

    private static let group: UInt32 = 50
    private static let owner = (tag: UInt8(0x01), rights: UInt8(7), number: UInt8(255))
    private static let others = (tag: UInt8(0x20), rights: UInt8(5), number: UInt8(255))

    @Test(
        "By its mode",
        arguments: [
            (0o755, []), (0o700, []), (0o775, [.group(group)]), (0o757, [.everybody]),
            (0o2777, [.everybody, .group(group)]), (0o644, []), (0o420, [.group(group)]),
        ] as [(UInt32, [WriteAccess.Writer])])
    func modes(mode: UInt32, writers: [WriteAccess.Writer]) {
        let access = WriteAccess(owner: 7, group: Self.group, mode: mode)
        #expect(access.writers == writers && access.owner == 7 && !access.isSticky)
    }

    @Test(
        "By its access list, which the mode shows the mask of",
        arguments: [
            // What a mode says as well.
            (list(owner, (0x04, 5, 255), others), []), (list(owner, (0x04, 7, 255), others), [.group(group)]),
            (list(owner, (0x04, 5, 255), (0x20, 7, 255)), [.everybody]),
            (list(owner, (0x02, 7, 9), (0x04, 5, 255), (0x10, 7, 255), others), [.user(9)]),
            (list(owner, (0x02, 6, 9), (0x02, 5, 10), (0x04, 5, 255), (0x10, 7, 255), others), [.user(9)]),
            (
                list(owner, (0x04, 7, 255), (0x08, 2, 12), (0x10, 2, 255), others), [.group(group), .group(12)]
            ),
            // The mask takes it from all of them but the others.
            (
                list(owner, (0x02, 7, 9), (0x04, 7, 255), (0x08, 7, 12), (0x10, 5, 255), (0x20, 7, 255)), [.everybody]
            ),
            // What is not understood may say anything.
            ([], [.everybody]), ([2, 0, 0], [.everybody]), ([3, 0, 0, 0], [.everybody]),
            ([2, 0, 0, 0, 1], [.everybody]),
            (list((0x40, 7, 9)), [.everybody]), ([2, 0, 0, 0, 1, 1, 7, 0, 0, 0, 0, 0], [.everybody]),
        ] as [([UInt8], [WriteAccess.Writer])])
    func lists(list: [UInt8], writers: [WriteAccess.Writer]) {
        #expect(WriteAccess(owner: 7, group: Self.group, mode: 0o777, list: list).writers == writers)
    }

    @Test(.enabled(if: Abilities.accessLists, "needs setfacl, of the package acl, and a disk that keeps access lists"))
    func `as the system keeps it`() throws {
        let temporary = try TemporaryFolder()
        try temporary.write("x", to: "file")
        let folder = try #require(try Folder.open(temporary.path))
        #expect(Command.succeeds("setfacl", "-m", "u:4711:rwx", temporary.path))
        #expect(Command.succeeds("setfacl", "-m", "u:4711:rw,g:4712:rw", temporary.path + "/file"))
        #expect(try folder.writeAccess().writers == [.user(4_711)])
        #expect(try folder.writeAccessInside() == nil)
        let file = try #require(try folder.open("file"))
        #expect(try file.writeAccess().writers == [.user(4_711), .group(4_712)])
        // What a mode takes from its group it takes from all of them.
        #expect(chmod(temporary.path + "/file", 0o644) == 0)
        #expect(try file.writeAccess().writers == [])
        #expect(Command.succeeds("setfacl", "-m", "d:u:4713:rwx", temporary.path))
        #expect(try folder.writeAccessInside()?.writers == [.user(4_713)])
        #expect(try folder.makeFolder("inside").writeAccess().writers == [.user(4_713)])
        #expect(Command.succeeds("setfacl", "--remove-default", temporary.path))
        #expect(try folder.writeAccessInside() == nil)
        #expect(chmod(temporary.path, 0o755) == 0)
        #expect(try folder.writeAccess().writers == [])
    }
}
