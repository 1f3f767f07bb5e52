import Folder
import Foundation
import SampleNASA
import Testing

@testable import MirrorTree
@testable import RefreshTestSupport

/// A pass that is cancelled leaves nothing but whole pictures, and a beginning that the next one goes on with.
@Suite("When a pass is interrupted")
struct InterruptedPassTests {
    private static let date = "2026-11-20"
    private static let bytes = 3_000_000

    /// Half of the newest picture came when the pass was cancelled.
    private func interrupted() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-20")
        var day = try #require(mirror.nasa.day(Self.date))
        day.picture?.bytes = Self.bytes
        mirror.nasa.update(day)
        mirror.nasa.setFault(.stalled(seconds: 600), for: .media(Self.date))
        await #expect(throws: CancellationError.self) {
            try await mirror.sync { pass in
                await mirror.wait { self.part(mirror) >= Self.bytes / 2 }
                pass.cancel()
            }
        }
        #expect(mirror.files(Self.date) == [])
        // The others are whole, and were still waiting for company.
        #expect(mirror.incoming.contains("\(Self.date).part"))
        try mirror.expectSoundTree()
        mirror.nasa.clearFaults()
        mirror.nasa.clearRequests()
        mirror.restart()
        return mirror
    }

    private func part(_ mirror: MirrorUnderTest) -> Int {
        let path = "\(mirror.root)/.apod-mirror/incoming/\(Self.date).part"
        return (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    private func ranges(_ mirror: MirrorUnderTest) -> [String?] {
        mirror.mediaRequests.filter { $0.path.contains("_261120") }.map(\.range)
    }

    private func openPart(_ mirror: MirrorUnderTest) throws -> OpenFile {
        let folder = try #require(try Folder.open(mirror.root + "/.apod-mirror/incoming"))
        return try folder.openToAppend("\(Self.date).part")
    }

    @Test func `the next pass asks for the rest`() async throws {
        let mirror = try await interrupted()
        let note = try openPart(mirror).attribute("user.apod-mirror.partial")
        #expect(note?.hasPrefix(Boot.id + "\nhttp://127.0.0.1:") == true)
        try await mirror.sync()
        #expect(ranges(mirror) == ["bytes=\(Self.bytes / 2)-"])
        try mirror.expectWhole(Self.date)
        #expect(mirror.incoming == [])
        try mirror.expectSoundTree()
    }

    /// Such as is left where a picture's address was asked once more in vain.
    @Test(arguments: [true, false])
    func `the part of a day that is there goes with the next pass`(afterStart: Bool) async throws {
        let mirror = try MirrorUnderTest("2026-10-18"..."2026-11-20")
        try await mirror.sync()
        let names = ["2026-10-19.part", "\(Self.date).part"]
        if afterStart {
            mirror.restart()
        }
        for name in names { try [1, 2, 3].write(to: "\(mirror.root)/.apod-mirror/incoming/\(name)") }
        try await mirror.sync()
        #expect(mirror.incoming == [])
        for date in mirror.nasa.dates { #expect(mirror.files(date).count == 1) }
    }

    @Test func `a picture that changed meanwhile is fetched from its beginning`() async throws {
        let mirror = try await interrupted()
        mirror.nasa.repaint(Self.date)
        try await mirror.sync()
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a picture that moved meanwhile is fetched from its beginning`() async throws {
        let mirror = try await interrupted()
        mirror.nasa.repaint(Self.date, file: "Moved_261120.jpg")
        try await mirror.sync()
        #expect(ranges(mirror) == [nil])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `after another boot it begins anew`() async throws {
        let mirror = try await interrupted()
        let file = try openPart(mirror)
        let note = try #require(file.attribute("user.apod-mirror.partial"))
        file.setAttribute(
            "user.apod-mirror.partial", note.replacing(Boot.id, with: "00000000-0000-0000-0000-000000000000"))
        try await mirror.sync()
        #expect(ranges(mirror) == [nil])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a note that is gone begins anew`() async throws {
        let mirror = try await interrupted()
        try openPart(mirror).removeAttribute("user.apod-mirror.partial")
        try await mirror.sync()
        #expect(ranges(mirror) == [nil])
        try mirror.expectWhole(Self.date)
    }

    @Test func `a part that was spoilt is found out by the format's end or its bytes, and heals`() async throws {
        let mirror = try await interrupted()
        try openPart(mirror).truncate(to: 1_000)
        try await mirror.sync()
        #expect(ranges(mirror) == ["bytes=1000-"])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test("Cancelled while entries are asked for, a pass changes nothing", arguments: MirrorUnderTest.Shape.allCases)
    func entries(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest("2026-11-01"..."2026-11-20", shape)
        mirror.nasa.setFault(.status(404), for: .media("2026-11-19"))
        try await mirror.sync()
        let before = mirror.tree
        let reason = mirror.metadata("2026-11-19")?.mirror.pending?.reason
        #expect(reason?.contains("404") == true)
        mirror.nasa.clearRequests()
        mirror.clock.advance(hours: 2)
        mirror.nasa.setFault(.stalled(seconds: 600), for: .entries)
        await #expect(throws: CancellationError.self) {
            try await mirror.sync { pass in
                await mirror.wait { mirror.entryRequests.contains { $0.bodyBytesSent > 0 } }
                pass.cancel()
            }
        }
        #expect(mirror.tree == before)
        #expect(mirror.entryRequests.count == 1)
    }
}
