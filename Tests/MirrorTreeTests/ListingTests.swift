import Days
import Foundation
import TestSupport
import Testing

@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("Names alone say what the tree holds")
struct ListingTests {
    let mirror: TestMirror

    init() throws {
        mirror = try TestMirror()
    }

    private func listing(_ paths: String...) throws -> Listing {
        for path in paths { try mirror.write([], to: path) }
        return try Tree.open(mirror.root).listing()
    }

    @Test func `JSON and a picture are present, JSON alone is not, a picture alone is missing`() throws {
        let listing = try listing(
            "2026/2026-11/metadata/2026-11-20.json", "2026/2026-11/2026-11-20 Title.jpg",
            "2026/2026-11/metadata/2026-11-19.json", "2026/2026-11/2026-11-18 Title.jpg",
            "2025/2025-12/metadata/2025-12-31.json", "2025/2025-12/2025-12-31 Video.html")
        #expect(listing.presentDays.map(\.description) == ["2025-12-31", "2026-11-20"])
        #expect(listing.days.withoutFile.map(\.description) == ["2026-11-19"])
        #expect(!listing.isPresent(day.advanced(by: -2)))
        #expect(!listing.isPresent(Day.first))
        #expect(Set(listing.summedNames("2026-11")) == ["2026-11-20 Title.jpg", "2026-11-18 Title.jpg"])
        #expect(listing.summedNames("2025-12") == [])
    }

    @Test(arguments: ["jpg", "png", "gif", "webp", "tif", "mp4", "mov", "html"])
    func `every suffix of ours counts`(suffix: String) throws {
        #expect(try listing("2026/2026-11/2026-11-20 T.\(suffix)").days[day]?.files == ["2026-11-20 T.\(suffix)"])
    }

    @Test(arguments: [
        "2026/2026-11/2026-11-20 Title.txt", "2026/2026-11/2026-11-20 Title", "2026/2026-11/2026-11-20",
        "2026/2026-11/2026-10-20 Title.jpg", "2026/2026-11/2026-11-31 Title.jpg", "2026/2026-11/Title.jpg",
        "2026/2026-11/index.html", "2026/2025-11/2025-11-20 Title.jpg", "2026/2026-13/2026-13-20 Title.jpg",
        "2026/2026-1/2026-11-20 Title.jpg", "26/2026-11/2026-11-20 Title.jpg", "2026-11/2026-11-20 Title.jpg",
        "2026/2026-11/metadata/2026-11-20 Title.jpg", "2026/2026-11/metadata/2026-11-20.json.bak",
        "2026/2026-11/metadata/2026-10-20.json", "2026/2026-11/metadata/superseded/2026-11-20.json",
        "2026/2026-11/.2026-11-20 Title.jpg", "2026/2026-11/2026-11-20 Title.jpg.part", "1999", "2026/2026-12",
        "٢٠٢٦/x",
    ])
    func `what is none of ours is not there`(path: String) throws {
        #expect(try listing(path).days.isEmpty)
    }

    @Test func `a link where a picture or metadata belongs is missing`() throws {
        _ = try listing("2026/2026-11/metadata/x", "elsewhere.jpg")
        for name in ["2026-11-20 Title.jpg", "metadata/2026-11-20.json"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(mirror.root)/2026/2026-11/\(name)", withDestinationPath: "../../elsewhere.jpg")
        }
        #expect(try listing("elsewhere.jpg").days.isEmpty)
    }

    @Test(arguments: ["2026", "2026/2026-11", "2026/2026-11/metadata"])
    func `a folder that became a link is closed by name, and the others are listed`(path: String) throws {
        _ = try listing("2026/2026-11/metadata/2026-11-20.json")
        _ = try listing("2025/2025-11/metadata/2025-11-20.json")
        try FileManager.default.moveItem(atPath: "\(mirror.root)/\(path)", toPath: "\(mirror.root)/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/\(path)", withDestinationPath: "\(mirror.root)/elsewhere")
        let listing = try listing()
        #expect(listing.days.withoutFile == [Day.of("2025-11-20")])
        #expect(
            listing.closedFolder(of: day)?.description.contains("\(mirror.root)/\(path) is a symbolic link") == true)
        #expect(listing.closedFolder(of: Day.of("2025-11-20")) == nil)
    }

    @Test func `a name that is no text is nobody's`() throws {
        _ = try listing("2026/2026-11/metadata/2026-11-20.json")
        let month = try #require(try Folder.open("\(mirror.root)/2026/2026-11"))
        _ = try month.openToAppend(FilePath(bytes: Array("2026-11-20 ".utf8) + [0xFF] + Array(".jpg".utf8)))
        #expect(try listing().days.withoutFile == [day])
    }
}
