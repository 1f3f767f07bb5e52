import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// What an answer leaves out is no correction of what is stored.
@Suite("When NASA leaves words out")
struct LostWordsTests {
    /// With the page of a film that lives elsewhere among them.
    private static let days = "2026-11-15"..."2026-11-20"
    private static let date = "2026-11-19"

    enum Loss: CaseIterable {
        case title, explanation, creditAndAlt, everything

        func happen(to day: inout SampleDay) {
            if self == .title || self == .everything { day.title = "" }
            if self == .explanation || self == .everything {
                day.explanation = ""
                day.links = [:]
            }
            if self == .creditAndAlt || self == .everything {
                day.credit = ""
                day.copyright = nil
                day.alt = nil
            }
        }
    }

    private func mirror(_ shape: MirrorUnderTest.Shape) async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days, shape)
        for date in mirror.nasa.dates {
            var day = try #require(mirror.nasa.day(date))
            day.explanation = "A galaxy of \(date)."
            day.links = ["galaxy": "https://example.org/galaxy"]
            day.alt = "A spiral of stars"
            day.credit = "Ann"
            day.claimsRights = true
            day.copyright = "Ann"
            mirror.nasa.update(day)
        }
        try await mirror.sync()
        return mirror
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases, Loss.allCases)
    func `what is stored stays, in names, JSON and pages`(shape: MirrorUnderTest.Shape, loss: Loss) async throws {
        let mirror = try await mirror(shape)
        let before = mirror.tree
        for date in mirror.nasa.dates {
            var day = try #require(mirror.nasa.day(date))
            loss.happen(to: &day)
            mirror.nasa.update(day)
        }
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.corrected == [])
        #expect(mirror.tree == before)
        try mirror.expectSoundTree()
    }

    @Test func `words that come back changed are a correction again`() async throws {
        let mirror = try await mirror(.basic)
        var day = try #require(mirror.nasa.day(Self.date))
        Loss.everything.happen(to: &day)
        day.explanation = "Another galaxy."
        mirror.nasa.update(day)
        #expect(try await mirror.sync().corrected == [Self.date])
        let metadata = try #require(mirror.metadata(Self.date))
        #expect(metadata.explanation == "Another galaxy.")
        // The links stood in the former text.
        #expect(metadata.mirror.explanationHTML?.contains("href") != true)
        #expect(metadata.mirror.credit == "Ann")
        #expect(metadata.mirror.alt == "A spiral of stars")
    }

    @Test func `the legacy source takes nothing from a mirror made with apod-basic`() async throws {
        let mirror = try await mirror(.basic)
        let before = mirror.nasa.dates.map { mirror.metadata($0) }
        mirror.shape = .legacy
        try await mirror.sync()
        for (date, stored) in zip(mirror.nasa.dates, before) {
            let (stored, now) = (try #require(stored?.mirror), try #require(mirror.metadata(date)?.mirror))
            #expect(stored.credit == "Ann" && stored.page != nil && stored.postID != nil, "\(date)")
            #expect(now.credit == stored.credit, "\(date)")
            #expect(now.page == stored.page, "\(date)")
            #expect(now.postID == stored.postID, "\(date)")
            #expect(now.alt == stored.alt, "\(date)")
            #expect(now.explanationHTML == stored.explanationHTML, "\(date)")
        }
        try mirror.expectSoundTree()
    }

    @Test func `a page keeps its poster while that cannot be had`() async throws {
        let mirror = try MirrorUnderTest(Self.days, .legacy)
        mirror.settings.video = .page
        // A film on YouTube.
        let date = "2026-11-17"
        try await mirror.sync()
        let poster = try #require(VideoPage.poster(in: mirror.picture(date) ?? []))
        #expect(!poster.bytes.isEmpty)
        var day = try #require(mirror.nasa.day(date))
        day.title = "Flight over Mars"
        mirror.nasa.update(day)
        mirror.nasa.setFault(.status(500), for: .allMedia)
        mirror.nasa.clearRequests()
        #expect(try await mirror.sync().corrected == [date])
        #expect(mirror.mediaRequests.map(\.status) == [500])
        #expect(mirror.files(date) == ["\(date) Flight over Mars.html"])
        let kept = VideoPage.poster(in: mirror.picture(date) ?? [])
        #expect(kept?.type == poster.type)
        #expect(kept?.bytes == poster.bytes)
        try mirror.expectSoundTree()
    }
}
