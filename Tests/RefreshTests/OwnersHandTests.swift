import Foundation
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// What the owner, or an accident, did to the files between two passes.
@Suite("When files were touched")
struct OwnersHandTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-19"

    private func mirror() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        mirror.nasa.clearRequests()
        return mirror
    }

    /// A day that is not read again with every pass, as the newest are.
    private static let old = "2026-10-25"

    private func longMirror() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest("2026-10-20"..."2026-11-22")
        try await mirror.sync()
        return mirror
    }

    private func path(_ mirror: MirrorUnderTest, _ date: String = date) throws -> String {
        "\(mirror.month(date))/\(try #require(mirror.files(date).first))"
    }

    @Test func `a deleted picture comes back and is told about`() async throws {
        let mirror = try await mirror()
        let before = mirror.tree
        try FileManager.default.removeItem(atPath: try path(mirror))
        let outcome = try await mirror.sync()
        #expect(outcome.missing == [Self.date])
        #expect(outcome.stored == [Self.date])
        #expect(mirror.mediaRequests.count == 1)
        #expect(mirror.changedFiles(since: before) == [])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
        let again = try await mirror.sync()
        #expect(again.missing == [])
    }

    @Test func `a deleted JSON comes back`() async throws {
        let mirror = try await mirror()
        try FileManager.default.removeItem(atPath: "\(mirror.month(Self.date))/metadata/\(Self.date).json")
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a deleted JSON is made anew from what is here`() async throws {
        let mirror = try await longMirror()
        let before = mirror.tree
        let json = "\(mirror.month(Self.old))/metadata/\(Self.old).json"
        try FileManager.default.removeItem(atPath: json)
        mirror.nasa.clearRequests()
        #expect(try await mirror.sync().stored == [])
        #expect(mirror.mediaRequests.isEmpty)
        #expect(mirror.changedFiles(since: before) == [])
        try mirror.expectWhole(Self.old)
        try mirror.expectSoundTree()
    }

    /// NASA does not have the picture for a while, and the mirror still has it.
    @Test func `a deleted JSON and record come back, however often in vain they were asked for`() async throws {
        let mirror = try await longMirror()
        for folder in ["metadata", "metadata/published"] {
            try FileManager.default.removeItem(atPath: "\(mirror.month(Self.old))/\(folder)/\(Self.old).json")
        }
        mirror.nasa.setFault(.status(404), for: .media(Self.old))
        for _ in 1...2 {
            #expect(try await mirror.sync().stored == [])
            #expect(mirror.files(Self.old).count == 1)
            mirror.clock.advance(hours: 1)
        }
        mirror.nasa.clearFaults()
        #expect(try await mirror.sync().stored == [Self.old])
        try mirror.expectWhole(Self.old)
        try mirror.expectSoundTree()
    }

    /// A file manager's Undo, for one.
    @Test(arguments: [true, false])
    func `a picture that its owner puts back while the day is pending is the day's`(isSame: Bool) async throws {
        let mirror = try await longMirror()
        let path = try path(mirror, Self.old)
        let picture = try #require(mirror.bytes(path))
        try FileManager.default.removeItem(atPath: path)
        mirror.nasa.setFault(.status(404), for: .media(Self.old))
        try await mirror.sync()
        #expect(mirror.metadata(Self.old)?.mirror.state == .pending)
        try (isSame ? picture : picture + [0]).write(to: path)
        try await mirror.sync()
        #expect(mirror.metadata(Self.old)?.mirror.state == .pending)
        mirror.nasa.clearFaults()
        mirror.clock.advance(hours: 2)
        #expect(try await mirror.sync().stored == [Self.old])
        try mirror.expectWhole(Self.old)
        #expect(mirror.superseded(Self.old).count == (isSame ? 0 : 1))
        try mirror.expectSoundTree()
    }

    @Test func `a deleted month comes back`() async throws {
        let mirror = try await mirror()
        let before = mirror.tree
        try FileManager.default.removeItem(atPath: mirror.root + "/2026")
        try await mirror.sync()
        #expect(mirror.changedFiles(since: before) == [])
        for date in mirror.nasa.dates { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `a picture that cannot be had again leaves the day pending`() async throws {
        let mirror = try await mirror()
        try FileManager.default.removeItem(atPath: try path(mirror))
        mirror.nasa.setFault(.status(404), for: .allMedia)
        let outcome = try await mirror.sync()
        #expect(outcome.pending == [Self.date])
        mirror.expectPending(Self.date, "404")
        try mirror.expectSoundTree()
        mirror.nasa.clearFaults()
        mirror.clock.advance(hours: 1)
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a link in the picture's place counts as missing and is replaced`() async throws {
        let mirror = try await mirror()
        let path = try path(mirror)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: mirror.box + "/beside/sentinel")
        let outcome = try await mirror.sync()
        #expect(outcome.stored == [Self.date])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a hidden day stays away, comes back when it is unhidden, and Today follows`() async throws {
        let mirror = try await mirror()
        let newest = "2026-11-22"
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: newest))
        try await mirror.archive().hide(.of(newest))
        #expect(mirror.files(newest) == [])
        #expect(mirror.metadata(newest)?.mirror.state == .hidden)
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: "2026-11-21"))
        try mirror.expectSoundTree()
        for _ in 0..<3 {
            mirror.clock.advance(days: 1)
            mirror.restart()
            let outcome = try await mirror.sync()
            #expect(outcome.summary.stored == 0)
            #expect(mirror.files(newest) == [])
            #expect(mirror.metadata(newest)?.mirror.state == .hidden)
        }
        // Nor does it come back with a file that somebody put there.
        try mirror.nasa.picture(for: newest).write(to: "\(mirror.month(newest))/\(newest) Restored.jpg")
        try await mirror.sync()
        #expect(mirror.metadata(newest)?.mirror.state == .hidden)
        try FileManager.default.removeItem(atPath: "\(mirror.month(newest))/\(newest) Restored.jpg")

        try await mirror.archive().unhide(.of(newest))
        try await mirror.sync()
        try mirror.expectWhole(newest)
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: newest))
        try mirror.expectSoundTree()
    }

    @Test(
        "JSON that cannot be read is written anew from NASA's",
        arguments: ["", "{", "{\"date\": \"2026-11-19\"}", "\0\0\0\0"])
    func damagedJSON(text: String) async throws {
        let mirror = try await mirror()
        try Array(text.utf8).write(to: "\(mirror.month(Self.date))/metadata/\(Self.date).json")
        mirror.restart()
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        #expect(mirror.metadata(Self.date)?.title == mirror.nasa.day(Self.date)?.title)
        try mirror.expectSoundTree()
    }

    @Test func `a damaged picture is fetched again when it is named, and is kept until then`() async throws {
        let mirror = try await mirror()
        let path = try path(mirror)
        try [UInt8](repeating: 0, count: 999).write(to: path)
        try await mirror.sync()
        #expect(mirror.bytes(path)?.count == 999, "a pass does not read every picture")
        mirror.nasa.setFault(.status(503), for: .allMedia)
        try await mirror.sync(.damaged([.of(Self.date)]))
        #expect(mirror.bytes(path)?.count == 999, "a damaged file is better than none")
        #expect(mirror.metadata(Self.date)?.mirror.picture != nil)
        mirror.nasa.clearFaults()
        let outcome = try await mirror.sync(.damaged([.of(Self.date)]))
        #expect(outcome.stored == [Self.date])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `only the bytes that were stored take a damaged picture's place`() async throws {
        let mirror = try await mirror()
        let path = try path(mirror)
        try [UInt8](repeating: 0, count: 999).write(to: path)
        var changed = try #require(mirror.nasa.day(Self.date))
        var picture = try #require(changed.picture)
        picture.revision = 7
        changed.picture = picture
        mirror.nasa.update(changed)
        let outcome = try await mirror.sync(.damaged([.of(Self.date)]))
        #expect(outcome.stored == [])
        #expect(outcome.summary.pending[.of(Self.date)]?.hasPrefix("NASA has another picture by now") == true)
        #expect(mirror.bytes(path)?.count == 999)
        #expect(mirror.metadata(Self.date)?.mirror.state == .present)
    }

    @Test func `Today follows the newest picture and passes films and large pictures by`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20")
        var film = try #require(mirror.nasa.day("2026-11-20"))
        film.media = .embedded(address: "https://www.youtube.com/embed/x")
        mirror.nasa.update(film)
        var wide = try #require(mirror.nasa.day("2026-11-19"))
        var picture = try #require(wide.picture)
        (picture.width, picture.height) = (3_900, 16)
        wide.picture = picture
        mirror.nasa.update(wide)
        try await mirror.sync()
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: "2026-11-18"))
        let json = "\(mirror.month("2026-11-18"))/metadata/2026-11-18.json"
        #expect(mirror.bytes(mirror.root + "/Today.json") == mirror.bytes(json))
        mirror.nasa.publish(through: "2026-11-21")
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: "2026-11-21"))
        try FileManager.default.removeItem(atPath: mirror.root + "/Today.jpg")
        try await mirror.sync()
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == mirror.nasa.picture(for: "2026-11-21"))
    }

    @Test func `Today goes when the only picture is hidden`() async throws {
        let mirror = try MirrorUnderTest("2026-11-20"..."2026-11-20")
        try await mirror.sync()
        #expect(mirror.bytes(mirror.root + "/Today.jpg") != nil)
        try await mirror.archive().hide(.of("2026-11-20"))
        #expect(mirror.bytes(mirror.root + "/Today.jpg") == nil)
        #expect(mirror.bytes(mirror.root + "/Today.json") == nil)
        try mirror.expectSoundTree()
    }

    @Test func `a stranger's file beside ours is left alone`() async throws {
        let mirror = try await mirror()
        let mine = "\(mirror.month(Self.date))/holiday.jpg"
        try [1, 2, 3].write(to: mine)
        try FileManager.default.removeItem(atPath: try path(mirror))
        try await mirror.sync()
        #expect(mirror.bytes(mine) == [1, 2, 3])
        try mirror.expectWhole(Self.date)
    }
}
