import Days
import Testing

@testable import MirrorTree

@Suite("The note that a day gets no thumbnail")
struct ThumbnailMarkTests {
    private let now = Timestamp(seconds: 1_795_183_387)

    private func picture(_ sha256: String = "ab", fetched: Timestamp? = nil) -> Metadata.Picture {
        Metadata.Picture(
            file: "a.jpg", kind: .original, url: "https://x/a.jpg", bytes: 1, width: 1, height: 1, sha256: sha256,
            fetched: fetched ?? now + -60)
    }

    /// The mark after one failure after another.
    private func marked(_ causes: [ThumbnailMark.Cause]) throws -> ThumbnailMark {
        let mark = causes.reduce(nil as ThumbnailMark?) { former, cause in
            .next(after: former, sha256: "ab", reason: "it was slow", cause: cause, now: now)
        }
        return try #require(mark)
    }

    @Test func `an interrupted decoder gets another try within the hour`() throws {
        let mark = try marked([.interrupted])
        #expect(mark.isTriedSoon)
        #expect(mark.holds(for: picture(), at: now + 60))
        #expect(!mark.holds(for: picture(), at: now + 1_800))
    }

    @Test func `one that is interrupted every time waits for a week`() throws {
        let often = try marked(Array(repeating: .interrupted, count: 6))
        #expect(!often.isTriedSoon)
        #expect(often.holds(for: picture(), at: now + 6 * 86_400))
        #expect(!often.holds(for: picture(), at: now + 8 * 86_400))
        #expect(try marked([.interrupted, .nothingToShow, .interrupted]).interruptions == 1)
        let other = ThumbnailMark.next(after: often, sha256: "cd", reason: "", cause: .interrupted, now: now)
        #expect(other.isTriedSoon)
    }

    @Test func `a poster that is missing is asked for once a week`() throws {
        let mark = try marked([.nothingToShow])
        #expect(mark.holds(for: picture(), at: now + 6 * 86_400))
        #expect(!mark.holds(for: picture(), at: now + 8 * 86_400))
    }

    @Test func `an unreadable picture is fetched again once`() throws {
        let first = try marked([.unreadable])
        #expect(first.holds(for: picture(), at: now + 86_400))
        #expect(!first.holds(for: picture(fetched: now + 60), at: now + 86_400))
        let second = try marked([.unreadable, .unreadable])
        #expect(second.holds(for: picture(fetched: now + 60), at: now + 86_400))
        #expect(!second.holds(for: picture("cd"), at: now + 86_400))
    }
}
