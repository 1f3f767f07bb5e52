import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// A picture is lost, and NASA does not give it for a while: what was recorded of it still says which bytes are right.
@Suite("A lost picture that NASA does not give")
struct LostPictureTests {
    private static let days = "2026-11-10"..."2026-11-20"
    private static let date = "2026-11-14"

    private let mirror: MirrorUnderTest
    private let others: TemporaryFolder
    private let recorded: Metadata.Picture
    private let before: [String: String]

    init() async throws {
        others = try TemporaryFolder()
        mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        recorded = try #require(mirror.metadata(Self.date)?.mirror.picture)
        before = mirror.tree
    }

    private var path: String { "\(mirror.month(Self.date))/\(recorded.file)" }

    /// Another mirror that was filled as this one was.
    private func copy(_ name: String) throws -> String {
        let path = "\(others.path)/\(name)"
        try FileManager.default.copyItem(atPath: mirror.root, toPath: path)
        return path
    }

    /// A mirror that has another picture of the day, and sums that fit.
    private func liar() throws -> String {
        let place = try copy("liar")
        let month = "\(place)/\(Self.date.prefix(4))/\(Self.date.prefix(7))"
        let other = mirror.nasa.picture(for: "2026-11-12") + [0]
        try other.write(to: "\(month)/\(recorded.file)")
        var sums = try #require(mirror.bytes("\(month)/metadata/SHA256SUMS").flatMap { Checksums($0) })
        sums.sums[recorded.file] = mirror.sha256(other)
        try sums.encoded.write(to: "\(month)/metadata/SHA256SUMS")
        return place
    }

    /// Two passes ask NASA in vain.
    private func lose() async throws {
        try FileManager.default.removeItem(atPath: path)
        mirror.nasa.setFault(.status(404), for: .media(Self.date))
        for _ in 1...2 {
            mirror.restart()
            #expect(try await mirror.sync().pending == [Self.date])
            mirror.clock.advance(hours: 2)
        }
        mirror.expectPending(Self.date, "404")
        try mirror.expectSoundTree()
    }

    private func restore(from places: [String], _ trust: PeerTrust) async throws -> PassReport {
        try await mirror.refresher().restore(
            [.of(Self.date)], lacking: [], from: places.map { try Peer($0) }, trust: trust)
    }

    @Test(arguments: [PeerTrust.witnesses, .anyone])
    func `one mirror has it, and no other picture is taken for it`(trust: PeerTrust) async throws {
        let (liar, whole) = (try liar(), try copy("whole"))
        try await lose()
        let report = try await restore(from: [liar], trust)
        #expect(report.pictures.isEmpty)
        #expect(report.pending[.of(Self.date)]?.contains("the very picture") == true)
        mirror.expectPending(Self.date, "404")
        #expect(try await restore(from: [liar, whole], trust).pictures == [.of(Self.date)])
        #expect(mirror.changedFiles(since: before) == [])
        #expect(mirror.metadata(Self.date)?.mirror.picture == recorded)
        #expect(mirror.metadata(Self.date)?.mirror.source == "apod-basic")
        try mirror.expectSoundTree()
    }

    @Test func `it is missing all the while, and all is well once it is back`() async throws {
        let tree = try await mirror.archive().tree
        try await lose()
        #expect(tree.check(.of(Self.date)) == .missing(path: path))
        mirror.nasa.clearFaults()
        #expect(try await mirror.sync().stored == [Self.date])
        try mirror.expectWhole(Self.date)
        #expect(tree.check(.of(Self.date)) == nil)
    }

    /// By whatever name, as out of a backup.
    @Test(arguments: [true, false])
    func `its owner puts it back, and NASA need not have it`(isUnderItsName: Bool) async throws {
        let bytes = try #require(mirror.bytes(path))
        try await lose()
        try bytes.write(to: isUnderItsName ? path : "\(mirror.month(Self.date))/\(Self.date) Restored.jpg")
        mirror.clock.advance(days: 1)
        mirror.restart()
        #expect(try await mirror.sync().pending == [])
        #expect(mirror.picture(Self.date) == bytes)
        #expect(mirror.metadata(Self.date)?.mirror.picture?.sha256 == recorded.sha256)
        #expect(mirror.metadata(Self.date)?.mirror.state == .present)
        try mirror.expectSoundTree()
    }

    /// What an edited JSON still says of its picture may be the last that is known.
    @Test(arguments: [true, false])
    func `its sum stays where its JSON was edited and its record is gone`(isRepair: Bool) async throws {
        let json = "\(mirror.month(Self.date))/metadata/\(Self.date).json"
        let title = try #require(mirror.metadata(Self.date)?.title)
        let text = String(decoding: try #require(mirror.bytes(json)), as: UTF8.self)
        try Array(text.replacing(title, with: "Another").utf8).write(to: json)
        try FileManager.default.removeItem(atPath: "\(mirror.month(Self.date))/metadata/published/\(Self.date).json")
        try FileManager.default.removeItem(atPath: path)
        mirror.nasa.setFault(.status(404), for: .media(Self.date))
        mirror.restart()
        if isRepair {
            try await mirror.sync(.damaged([.of(Self.date)]))
        } else {
            _ = try await mirror.sync()
        }
        #expect(mirror.metadata(Self.date)?.recordedPicture?.sha256 == recorded.sha256)
    }

    /// Clients tell by its time that it is another.
    @Test func `another picture in its place is the day's second`() async throws {
        try await lose()
        mirror.nasa.repaint(Self.date)
        mirror.nasa.clearFaults()
        #expect(try await mirror.sync().stored == [Self.date])
        try mirror.expectWhole(Self.date)
        #expect(mirror.metadata(Self.date)?.mirror.picture?.replacements == 1)
        try mirror.expectSoundTree()
    }

    @Test func `a favorite's former picture does not come back in its place`() async throws {
        let former = try #require(mirror.bytes(path))
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/\(Self.date)", withDestinationPath: "../2026/2026-11/\(recorded.file)")
        mirror.nasa.repaint(Self.date)
        mirror.clock.advance(days: 1)
        _ = try await mirror.archive().reconcileFavorites()
        #expect(try await mirror.sync().stored == [Self.date])
        let new = mirror.nasa.picture(for: Self.date)
        #expect(mirror.bytes("\(mirror.root)/.apod-mirror/vault/\(recorded.file)") == former)
        try await lose()
        _ = try await mirror.archive().restoreFromVault([.of(Self.date)])
        mirror.expectPending(Self.date, "404")
        mirror.nasa.clearFaults()
        #expect(try await mirror.sync().stored == [Self.date])
        #expect(mirror.picture(Self.date) == new)
        try mirror.expectSoundTree()
    }
}
