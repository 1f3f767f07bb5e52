import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// What NASA changes after publication arrives, and what it replaces is kept.
@Suite("When NASA corrects a day")
struct CorrectionTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-21"

    private func mirror() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        mirror.nasa.clearRequests()
        return mirror
    }

    private func change(_ mirror: MirrorUnderTest, _ date: String = date, _ change: (inout SampleDay) -> Void) throws {
        var day = try #require(mirror.nasa.day(date))
        change(&day)
        mirror.nasa.update(day)
    }

    @Test func `a changed title renames the picture and downloads nothing`() async throws {
        let mirror = try await mirror()
        let before = mirror.files(Self.date)
        try change(mirror) { $0.title = "A Better Title: Now" }
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [Self.date])
        #expect(outcome.summary.corrected == 1)
        #expect(mirror.files(Self.date) == ["\(Self.date) A Better Title - Now.jpg"])
        #expect(mirror.files(Self.date) != before)
        #expect(mirror.metadata(Self.date)?.title == "A Better Title: Now")
        #expect(mirror.mediaRequests == [])
        #expect(mirror.superseded(Self.date) == [])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test func `a changed text rewrites the JSON and the record, and nothing else`() async throws {
        let mirror = try await mirror()
        let before = mirror.tree
        try change(mirror) { $0.explanation += " It was another galaxy." }
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [Self.date])
        #expect(mirror.metadata(Self.date)?.explanation.hasSuffix(" It was another galaxy.") == true)
        let changed = mirror.tree.filter { before[$0.key] != $0.value }.keys
        let words = changed.filter { !$0.contains("/published/") && !$0.contains("/superseded/") }
        #expect(words == ["2026/2026-11/metadata/\(Self.date).json"])
        #expect(mirror.changedFiles(since: before) == [])
        #expect(mirror.mediaRequests == [])
        try mirror.expectSoundTree()
    }

    /// A new address of the 1,024 pixels that a rendition has, or of what a word leads to.
    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `an address without a new letter is stored, and is no correction`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync()
        let before = try #require(mirror.metadata(Self.date))
        let url = try #require(before.url).replacing(".jpg", with: "_small.jpg")
        mirror.nasa.clearRequests()
        try change(mirror) { day in
            if shape == .legacy {
                day.addresses = .init(url: url, hdurl: before.hdurl)
            } else {
                day.links = [String(day.explanation.prefix { $0.isLetter }): "https://example.org/new"]
            }
        }
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [] && outcome.summary.corrected == 0)
        let after = try #require(mirror.metadata(Self.date))
        #expect(after != before && after.explanation == before.explanation)
        if shape == .legacy { #expect(after.url == url) }
        #expect(mirror.mediaRequests == [])
        try change(mirror) { $0.explanation += " It was another galaxy." }
        #expect(try await mirror.sync().corrected == [Self.date], "a letter is one")
        try mirror.expectSoundTree()
    }

    @Test func `a video's page is written anew with the words in it`() async throws {
        let mirror = try MirrorUnderTest("2026-11-15"..."2026-11-20")
        try await mirror.sync()
        try change(mirror, "2026-11-17") { $0.title = "Flight over <Mars>" }
        try await mirror.sync()
        #expect(mirror.files("2026-11-17") == ["2026-11-17 Flight over Mars.html"])
        let page = String(decoding: mirror.picture("2026-11-17") ?? [], as: UTF8.self)
        #expect(page.contains("<h1>Flight over &lt;Mars&gt;</h1>"))
        try mirror.expectSoundTree()
        mirror.nasa.clearRequests()
        let again = try await mirror.sync()
        #expect(again.summary.corrected == 0)
        #expect(mirror.mediaRequests == [])
    }

    @Test func `another picture takes its place and the former one is kept`() async throws {
        let mirror = try await mirror()
        let former = try #require(mirror.picture(Self.date))
        mirror.nasa.repaint(Self.date, file: "Better.jpg")
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 1)
        try mirror.expectWhole(Self.date)
        let kept = "\(Self.date) \(mirror.sha256(former).prefix(8)).jpg"
        #expect(mirror.superseded(Self.date) == [kept])
        #expect(mirror.bytes("\(mirror.month(Self.date))/metadata/superseded/\(kept)") == former)
        #expect(mirror.metadata(Self.date)?.hdurl?.hasSuffix("/Better.jpg") == true)
        try mirror.expectSoundTree()
    }

    @Test func `another title and another picture at once leave one file`() async throws {
        let mirror = try await mirror()
        let former = try #require(mirror.picture(Self.date))
        try change(mirror) { $0.title = "New" }
        mirror.nasa.repaint(Self.date, file: "New.jpg")
        try await mirror.sync()
        #expect(mirror.files(Self.date) == ["\(Self.date) New.jpg"])
        try mirror.expectWhole(Self.date)
        #expect(mirror.superseded(Self.date) == ["\(Self.date) \(mirror.sha256(former).prefix(8)).jpg"])
        try mirror.expectSoundTree()
    }

    @Test func `a picture is asked about once a day until it has settled`() async throws {
        let mirror = try await mirror()
        func checks(after hours: Int) async throws -> [Int] {
            mirror.nasa.clearRequests()
            mirror.clock.advance(hours: hours)
            let outcome = try await mirror.sync()
            #expect(outcome.summary.stored == 0)
            return mirror.mediaRequests.map(\.status)
        }
        #expect(try await checks(after: 11) == [])
        #expect(try await checks(after: 1) == [304, 304, 304, 304, 304])
        #expect(try await checks(after: 1) == [])
        #expect(try await checks(after: 24) == [304, 304, 304, 304, 304])
        #expect(try await checks(after: 6 * 24) == [304, 304, 304, 304, 304])
        #expect(try await checks(after: 24) == [])
        #expect(try await checks(after: 10 * 24) == [])
        try mirror.expectSoundTree()
    }

    @Test func `other bytes under the same address are found by the refresh after a day`() async throws {
        let mirror = try await mirror()
        let former = try #require(mirror.picture(Self.date))
        mirror.nasa.repaint(Self.date)
        try await mirror.sync()
        #expect(mirror.picture(Self.date) == former)
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.stored == [Self.date])
        try mirror.expectWhole(Self.date)
        #expect(mirror.superseded(Self.date).count == 1)
        try mirror.expectSoundTree()
    }

    @Test func `words that change when a picture is asked about are told like any others`() async throws {
        let mirror = try await mirror()
        try change(mirror) { $0.title = "Better" }
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [Self.date])
        #expect(mirror.files(Self.date) == ["\(Self.date) Better.jpg"])
        try mirror.expectSoundTree()
    }

    @Test func `words change also while the picture cannot be asked about`() async throws {
        let mirror = try await mirror()
        try change(mirror) { $0.title = "Better" }
        mirror.nasa.setFault(.status(500), for: .allMedia)
        mirror.clock.advance(days: 1)
        try await mirror.sync()
        #expect(mirror.files(Self.date) == ["\(Self.date) Better.jpg"])
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    @Test(
        "A placeholder or an entry without media takes neither the picture nor its address away",
        arguments: [
            .placeholder, .other,
        ] as [SampleDay.Media])
    func vanished(media: SampleDay.Media) async throws {
        for shape in MirrorUnderTest.Shape.allCases {
            let mirror = try MirrorUnderTest(Self.days, shape)
            try await mirror.sync()
            let stored = try #require(mirror.metadata(Self.date))
            let bytes = mirror.picture(Self.date)
            try change(mirror) {
                $0.media = media
                $0.explanation += " Come back later."
            }
            try await mirror.sync()
            let metadata = try #require(mirror.metadata(Self.date))
            #expect(mirror.picture(Self.date) == bytes)
            #expect(metadata.mirror.picture == stored.mirror.picture)
            #expect(metadata.hdurl == stored.hdurl)
            #expect(metadata.url == stored.url)
            #expect(metadata.explanation.hasSuffix(" Come back later."))
            try mirror.expectSoundTree()
            mirror.nasa.remove(Self.date)
            mirror.clock.advance(days: 1)
            try await mirror.sync()
            #expect(mirror.picture(Self.date) == bytes)
            try mirror.expectSoundTree()
        }
    }

    @Test func `keys that a newer version wrote are kept`() async throws {
        let mirror = try await mirror()
        let path = "\(mirror.month(Self.date))/metadata/\(Self.date).json"
        let text = String(decoding: mirror.bytes(path) ?? [], as: UTF8.self)
        try Array(text.replacing("\"date\"", with: "\"colour\" : \"red\", \"date\"").utf8).write(to: path)
        try change(mirror) { $0.explanation = "New words." }
        try await mirror.sync()
        let written = String(decoding: mirror.bytes(path) ?? [], as: UTF8.self)
        #expect(written.contains("\"colour\" : \"red\""))
        #expect(written.contains("New words."))
    }
}
