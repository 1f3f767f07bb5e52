import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("A folder's file system")
struct RemoteTests {
    @Test(arguments: [UInt32(0x6969), 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997])
    func `is remote on NFS, SMB, CIFS, FUSE and 9p`(type: UInt32) {
        #expect(Folder.isRemote(type))
    }

    @Test(arguments: [UInt32(0xEF53), 0x5846_5342, 0x9123_683E, 0x0102_1994])
    func `is local on ext4, XFS, btrfs and tmpfs`(type: UInt32) {
        #expect(!Folder.isRemote(type))
    }

    @Test func `of a test is a local one`() throws {
        #expect(try !TemporaryFolder().folder.isRemote)
    }

    @Test func `and a folder can be had by its descriptor, whatever its name`() throws {
        let disk = try TemporaryFolder()
        try disk.write("text", to: "file")
        let held = disk.folder.descriptorPath
        #expect(try FileManager.default.contentsOfDirectory(atPath: held) == ["file"])
    }
}
