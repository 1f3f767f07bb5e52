import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Two spellings are one name where the disk says so")
struct SpellingTests {
    private func folder(on disk: FormattedDisk) throws -> Folder {
        let folder = try #require(try Folder.open(disk.path))
        _ = try folder.createNew("Été.jpg")
        return folder
    }

    @Test(
        .disabled(if: Abilities.isShort, "disks, left for Tests/run --all"),
        .enabled(if: !FormattedDisk.Kind.withoutCase.isEmpty, "needs to mount a disk on which case does not count"),
        arguments: FormattedDisk.Kind.withoutCase)
    func `where case does not count, only the listed spelling is one`(kind: FormattedDisk.Kind) throws {
        let disk = try FormattedDisk(kind)
        let folder = try folder(on: disk)
        #expect(try folder.spelling(of: "ÉTÉ.JPG") == "Été.jpg")
        #expect(try folder.spelling(of: "Été.jpg") == "Été.jpg")
        #expect(try folder.spelling(of: "Etc.jpg") == nil)
        #expect(try !folder.remove("Été.jpg", besides: "été.jpg"))
        #expect(try !folder.remove("ÉTÉ.JPG", besides: "été.jpg"))
        #expect(try !folder.remove("Été.jpg", besides: "missing"))
        _ = try folder.createNew("Other.jpg")
        #expect(try folder.remove("OTHER.jpg", besides: "Été.jpg"))
        #expect(try folder.entries().map(\.name).filter { $0.bytes.first != UInt8(ascii: ".") } == ["Été.jpg"])
    }

    @Test func `where it counts, each is a name`() throws {
        let temporary = try TemporaryFolder()
        for name in ["Été.jpg", "été.jpg", "e\u{301}te\u{301}.jpg"] { try temporary.write(name, to: name) }
        #expect(try temporary.folder.spelling(of: "été.jpg") == "été.jpg")
        #expect(try temporary.folder.spelling(of: "ÉTÉ.jpg") == nil)
        #expect(try temporary.folder.remove("e\u{301}te\u{301}.jpg", besides: "été.jpg"))
        #expect(try temporary.folder.remove("Été.jpg", besides: "été.jpg"))
        #expect(try temporary.text("été.jpg") == "été.jpg")
    }
}
