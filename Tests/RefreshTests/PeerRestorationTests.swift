import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings
@testable import Store

/// A mirror that lost something, and copies of it from before, of which some are damaged themselves or lie.
@Suite("What comes back from other mirrors")
struct PeerRestorationTests {
    /// With the page of a film that lives elsewhere among them.
    private static let days = "2026-10-28"..."2026-11-18"
    private let mirror: MirrorUnderTest
    private let before: [String: String]
    private let others: TemporaryFolder

    init() async throws {
        others = try TemporaryFolder()
        mirror = try MirrorUnderTest(Self.days)
        mirror.settings.video = .page
        try await mirror.sync()
        before = mirror.tree
    }

    /// Another mirror that was filled as this one was.
    private func copy(_ name: String) throws -> String {
        let path = "\(others.path)/\(name)"
        try FileManager.default.copyItem(atPath: mirror.root, toPath: path)
        return path
    }

    private func restore(
        _ dates: [String], from places: [String], _ trust: PeerTrust = .witnesses
    ) async throws -> PassReport {
        let refresher = try await mirror.refresher()
        let lacking = Set(Day.of(Self.days.lowerBound)...Day.of(Self.days.upperBound)).filter {
            mirror.metadata("\($0)") == nil && mirror.files("\($0)").isEmpty
        }
        return try await refresher.restore(
            Set(dates.map(Day.of)), lacking: lacking, from: try places.map { try Peer($0) }, trust: trust)
    }

    /// Everything but JSON, which says when its words were read, and damaged files, which may be the owner's own.
    private var changed: [String] {
        mirror.changedFiles(since: before).filter { !$0.contains("/superseded/") }
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    private func rot(_ path: String) throws {
        var bytes = try #require(mirror.bytes(path))
        bytes[bytes.count / 2] ^= 0x10
        try bytes.write(to: path)
    }

    /// Changes a file of another mirror, and the sums so that they fit.
    private func lie(_ place: String, about date: String, picture: Bool, words: Bool) throws {
        let month = "\(place)/\(date.prefix(4))/\(date.prefix(7))"
        func replace(_ file: String, named name: String, with bytes: [UInt8], in sums: String) throws {
            try bytes.write(to: file)
            let stored = try #require(mirror.bytes(sums))
            var checksums = try #require(Checksums(stored))
            checksums.sums[name] = mirror.sha256(bytes)
            try checksums.encoded.write(to: sums)
        }
        if picture {
            let name = try #require(mirror.files(date).first)
            let other = mirror.nasa.picture(for: Self.days.lowerBound)
            try replace("\(month)/\(name)", named: name, with: other, in: "\(month)/metadata/SHA256SUMS")
        }
        if words {
            let record = "\(month)/metadata/published/\(date).json"
            let text = String(decoding: try #require(mirror.bytes(record)), as: UTF8.self)
            let lie = Array(text.replacing("the", with: "no").utf8)
            try replace(record, named: "\(date).json", with: lie, in: "\(month)/metadata/published/SHA256SUMS")
        }
    }

    @Test func `one mirror is enough for bytes whose sum is recorded here`() async throws {
        let (liar, whole) = (try copy("liar"), try copy("whole"))
        let (gone, rotten, mute) = ("2026-11-01", "2026-11-02", "2026-11-04")
        try lie(liar, about: gone, picture: true, words: false)
        try lie(liar, about: mute, picture: false, words: true)
        try remove("\(mirror.month(gone))/\(mirror.files(gone)[0])")
        try rot("\(mirror.month(rotten))/\(mirror.files(rotten)[0])")
        try rot("\(mirror.month(mute))/metadata/published/\(mute).json")
        let report = try await restore([gone, rotten, mute], from: [liar, whole])
        #expect(report.pending.isEmpty)
        #expect(Set(report.pictures.map(\.description)) == [gone, rotten, mute])
        let (superseded, tree) = (mirror.tree.filter { $0.key.contains("/superseded/") }, mirror.tree)
        #expect(tree.filter { superseded[$0.key] == nil } == before)
        #expect(superseded.keys.map { $0.split(separator: "/")[4].prefix(10) }.sorted() == [rotten[...], mute[...]])
        try mirror.expectSoundTree()
    }

    @Test func `a month that is lost comes back as two mirrors have it, and lies are told`() async throws {
        let (liar, whole) = (try copy("liar"), try copy("whole"))
        let (picture, words) = ("2026-10-29", "2026-10-30")
        try lie(liar, about: picture, picture: true, words: false)
        try lie(liar, about: words, picture: false, words: true)
        try remove(mirror.month(picture))
        let report = try await restore([], from: [liar, whole])
        #expect(Set(report.pending.keys.map(\.description)) == [picture, words])
        #expect(report.pending[.of(picture)]?.contains("picture is not proved") == true)
        #expect(report.pending[.of(words)]?.contains("words are not proved") == true)
        #expect(mirror.metadata(words) == nil)
        mirror.expectPending(picture, "not proved")
        // All else is as it was, byte for byte.
        let untold = changed.filter { !$0.contains(picture) && !$0.contains(words) && !$0.hasSuffix("SHA256SUMS") }
        #expect(untold == [])
        for date in ["2026-10-28", "2026-10-31"] {
            #expect(mirror.record(date) == mirror.bytes("\(whole)/2026/2026-10/metadata/published/\(date).json"))
        }
        try mirror.expectSoundTree()
    }

    @Test func `one mirror alone proves nothing that is not known here`() async throws {
        let other = try copy("other")
        try remove(mirror.month("2026-10-28"))
        let report = try await restore([], from: [other])
        #expect(report.pictures.isEmpty)
        #expect(report.pending.count == 4)
        #expect(!FileManager.default.fileExists(atPath: mirror.month("2026-10-28")))
    }

    @Test func `what is left here is a witness, too`() async throws {
        let other = try copy("other")
        for date in ["2026-11-01", "2026-11-02"] {
            try remove("\(mirror.month(date))/metadata/\(date).json")
            try rot("\(mirror.month(date))/\(mirror.files(date)[0])")
        }
        // The month's SHA256SUMS say what the other mirror says.
        let report = try await restore(["2026-11-01", "2026-11-02"], from: [other])
        #expect(report.pending.isEmpty)
        #expect(changed == [])
        for date in ["2026-11-01", "2026-11-02"] { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }

    @Test func `sums that the owner noted prove what one mirror has`() async throws {
        let other = try copy("other")
        let archive = try await mirror.archive()
        try await archive.perform { try $0.notes.save($0.tree.heldSums($0.store.list())) }
        try lie(other, about: "2026-10-29", picture: true, words: false)
        try remove(mirror.month("2026-10-28"))
        let report = try await restore([], from: [other])
        #expect(report.pending.keys.map(\.description) == ["2026-10-29"])
        #expect(report.pictures.count == 3)
        try mirror.expectSoundTree()
    }

    @Test func `a sync takes missing days from one mirror, and their JSON tells which`() async throws {
        let other = try copy("other")
        try remove(mirror.month("2026-10-28"))
        let report = try await restore([], from: [other], .anyone)
        #expect(report.pending.isEmpty)
        #expect(changed == [])
        #expect(mirror.metadata("2026-10-29")?.mirror.source == other)
        #expect(mirror.metadata("2026-10-29")?.mirror.record?.source == "apod-basic")
        #expect(mirror.metadata("2026-10-29")?.mirror.picture?.isUnverified == true)
        try mirror.expectSoundTree()
        // NASA, which answers again, says the same: nothing is fetched anew, and nothing disputed.
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync(.due())
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.corrected == [])
        #expect(mirror.disputes == Disputes())
        #expect(mirror.metadata("2026-10-29")?.mirror.picture?.isUnverified == nil)
        #expect(changed == [])
    }

    @Test func `NASA is asked first about what other mirrors gave`() async throws {
        let other = try copy("other")
        try remove(mirror.month("2026-10-28"))
        let report = try await restore([], from: [other], .anyone)
        #expect(report.pictures.count == 4 && report.pictures.allSatisfy(mirror.notes.isUnasked))
        #expect(Set(mirror.notes.provisional(on: mirror.clock.now.day).prefix(4)) == report.pictures)
    }

    @Test func `two mirrors that disagree give a sync nothing`() async throws {
        let (liar, other) = (try copy("liar"), try copy("other"))
        try lie(liar, about: "2026-10-29", picture: true, words: true)
        try remove(mirror.month("2026-10-28"))
        let report = try await restore([], from: [liar, other], .anyone)
        #expect(report.pending.keys.map(\.description) == ["2026-10-29"])
        #expect(mirror.metadata("2026-10-29") == nil)
    }

    @Test func `a mirror that cannot be read, or has half, keeps no other from helping`() async throws {
        let (half, closed, whole) = (try copy("half"), try copy("closed"), try copy("whole"))
        try remove("\(half)/2026/2026-10")
        try rot("\(half)/2026/2026-11/metadata/SHA256SUMS")
        try remove("\(closed)/2026/2026-11/metadata")
        try Data().write(to: URL(filePath: "\(closed)/2026/2026-11/metadata"))
        let date = "2026-11-02"
        try remove("\(mirror.month(date))/\(mirror.files(date)[0])")
        let report = try await restore([date], from: [half, closed, whole])
        #expect(report.pending.isEmpty)
        #expect(mirror.tree == before)
    }

    @Test func `a hidden day stays hidden`() async throws {
        let other = try copy("other")
        let date = "2026-11-02"
        let archive = try await mirror.archive()
        try await archive.perform { try $0.store.hide(.of(date)) }
        let report = try await restore([date], from: [other], .anyone)
        #expect(report.pending.isEmpty)
        #expect(mirror.files(date) == [])
        #expect(mirror.metadata(date)?.mirror.state == .hidden)
    }

    @Test func `what is recorded of a picture that no mirror has stays recorded`() async throws {
        let (poor, whole) = (try copy("poor"), try copy("whole"))
        let date = "2026-11-02"
        let name = mirror.files(date)[0]
        try remove("\(poor)/2026/2026-11/\(name)")
        try remove("\(mirror.month(date))/\(name)")
        let report = try await restore([date], from: [poor])
        #expect(report.pending[.of(date)]?.contains("the very picture") == true)
        #expect(mirror.metadata(date)?.mirror.picture?.file == name)
        #expect(try await restore([date], from: [poor, whole]).pictures == [.of(date)])
        #expect(mirror.tree == before)
    }

    @Test func `no address in words comes from one mirror alone`() async throws {
        let (liar, whole) = (try copy("liar"), try copy("whole"))
        let date = "2026-10-29"
        let path = "\(liar)/2026/2026-10/metadata/\(date).json"
        var metadata = try Metadata(try #require(mirror.bytes(path)))
        let base = try #require(metadata.mirror.record?.base)
        metadata.mirror.record?.base = "http://evil.example/"
        try metadata.encoded().write(to: path)
        try remove(mirror.month(date))
        #expect(try await restore([], from: [liar, whole]).pending.isEmpty)
        #expect(mirror.metadata(date)?.mirror.record?.base == APIShape.apodBasic.publicBase)
        #expect(mirror.metadata("2026-10-30")?.mirror.record?.base == base)
    }

    @Test func `a hidden day stays hidden, even where its JSON is damaged and its record lost`() async throws {
        let (one, two) = (try copy("one"), try copy("two"))
        let date = "2026-11-02"
        let archive = try await mirror.archive()
        try await archive.perform { try $0.store.hide(.of(date)) }
        try remove("\(mirror.month(date))/metadata/published/\(date).json")
        let json = "\(mirror.month(date))/metadata/\(date).json"
        try (try #require(mirror.bytes(json)) + Array("x".utf8)).write(to: json)
        let report = try await restore([date], from: [one, two], .anyone)
        #expect(report.pictures.isEmpty)
        #expect(mirror.files(date) == [])
    }

    @Test func `a record comes back where no mirror has the picture`() async throws {
        let poor = try copy("poor")
        let date = "2026-11-02"
        let name = mirror.files(date)[0]
        try remove("\(poor)/2026/2026-11/\(name)")
        try rot("\(mirror.month(date))/\(name)")
        let record = mirror.record(date)
        try rot("\(mirror.month(date))/metadata/published/\(date).json")
        let report = try await restore([date], from: [poor])
        #expect(report.pending[.of(date)]?.contains("the very picture") == true)
        #expect(mirror.record(date) == record)
    }

    @Test func `words of a day that waits for NASA's picture wait as before where no mirror has it`() async throws {
        let poor = try copy("poor")
        let date = "2026-11-02"
        let name = mirror.files(date)[0]
        try remove("\(poor)/2026/2026-11/\(name)")
        try remove("\(mirror.month(date))/\(name)")
        mirror.nasa.setFault(.status(404), for: .media(date))
        mirror.restart()
        try await mirror.sync()
        let waiting = mirror.tree
        #expect(try await restore([date], from: [poor], .anyone).pending.count == 1)
        #expect(mirror.changedFiles(since: waiting) == [])
        mirror.expectPending(date, "404")
    }

    @Test func `nobody but the mirrors that are named is asked`() async throws {
        let other = try copy("other")
        for month in ["2026-10-28", "2026-11-01"] { try remove(mirror.month(month)) }
        let asked = mirror.nasa.requests.count
        _ = try await restore([], from: [other], .anyone)
        #expect(mirror.nasa.requests.count == asked)
    }

    @Test func `a page comes back with the bytes that were stored, or not at all`() async throws {
        let (other, whole) = (try copy("other"), try copy("whole"))
        let page = try #require(
            mirror.nasa.dates.first { mirror.files($0).first?.hasSuffix(".html") == true })
        let name = mirror.files(page)[0]
        try rot("\(other)/\(page.prefix(4))/\(page.prefix(7))/\(name)")
        try rot("\(mirror.month(page))/\(name)")
        let rotten = mirror.picture(page)
        #expect(try await restore([page], from: [other]).pictures.isEmpty)
        #expect(mirror.picture(page) == rotten || mirror.tree == before)
        #expect(try await restore([page], from: [other, whole]).pending.isEmpty)
        #expect(changed == [])
    }

    @Test func `a month that one mirror cannot give keeps it from no other month`() async throws {
        let (odd, whole) = (try copy("odd"), try copy("whole"))
        let sums = "\(odd)/2026/2026-11/metadata/SHA256SUMS"
        try remove(sums)
        try FileManager.default.createDirectory(atPath: sums, withIntermediateDirectories: false)
        for date in ["2026-10-28", "2026-11-01"] { try remove(mirror.month(date)) }
        let report = try await restore([], from: [odd, whole])
        #expect(report.pictures.count == 4)
        #expect(report.pending.keys.allSatisfy { $0.month == "2026-11" })
        #expect(report.troubles.count == 1)
    }

    @Test func `a picture for a day that waits is told to be from the mirror that gave it`() async throws {
        let other = try copy("other")
        let date = "2026-11-02"
        // Nothing is recorded of a picture that the owner had removed for good.
        try await mirror.archive().perform { archive in
            try archive.store.hide(.of(date))
            try archive.store.unhide(.of(date))
        }
        mirror.nasa.setFault(.status(404), for: .media(date))
        mirror.restart()
        try await mirror.sync()
        mirror.expectPending(date, "404")
        #expect(try await restore([date], from: [other], .anyone).pending.isEmpty)
        #expect(mirror.metadata(date)?.mirror.source == other)
        #expect(changed == [])
    }
}
