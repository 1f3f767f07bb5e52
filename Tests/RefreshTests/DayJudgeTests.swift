import Days
import Folder
import Hashing
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import Settings
@testable import Store
@testable import TestSupport

/// The decision about one day, and how it goes on once bytes came.
@Suite("What is decided of a day")
struct DayJudgeTests {
    private static let original = "https://science.nasa.gov/content/dam/a.jpg"
    private static let rendition = "https://science.nasa.gov/dynamicimage/assets/a.jpg?w=900&h=600"
    private static let film = "https://science.nasa.gov/a.mp4"
    private static let now = Timestamp.noon(of: .of("2026-11-20"))
    private static let both = Media.picture(original: original, rendition: rendition, preview: nil)

    enum Stored: CaseIterable { case nothing, pending, hidden, picture, page }

    // MARK: - A table's rows

    private static func entry(_ media: Media = both, title: String = "A", digest name: String? = nil) -> Entry {
        Entry(
            day: .of("2026-11-10"), title: title, explanation: "It is a galaxy.", explanationHTML: nil, credit: nil,
            copyright: nil, alt: nil, publishedMediaType: "image", page: nil, postID: nil, media: media,
            digest: name.map(digest), origin: nil)
    }

    /// A SHA-256 that goes by a name.
    private static func digest(_ name: String) -> String { SHA256.hash(Array(name.utf8)) }

    private static func picture(
        _ sum: String = "one", _ kind: Metadata.Picture.Kind = .original, url: String? = original, width: Int = 1_000,
        checked: Timestamp? = now
    ) -> Metadata.Picture {
        .init(
            file: "2026-11-10 A.\(kind == .page ? "html" : "jpg")", kind: kind, url: url, bytes: 9, width: width,
            height: 1_000, sha256: digest(sum), fetched: now, checked: checked)
    }

    private static func facts(_ change: (inout Pass.Facts) -> Void = { _ in }) -> Pass.Facts {
        var facts = Pass.Facts(
            now: now, today: .of("2026-11-20"), disputes: Disputes(), damaged: [], present: [], accepted: [],
            doubtful: [], proofs: [], sums: [:])
        change(&facts)
        return facts
    }

    private func stored(_ kind: Stored, _ change: (inout Metadata) -> Void = { _ in }) throws -> StoredDay {
        let day = Day.of("2026-11-10")
        let temporary = try TemporaryFolder()
        let month = try #require(try Folder.open(temporary.path))
        guard kind != .nothing else { return try StoredDay(day, month: month, metadata: nil) }
        let media = kind == .page ? Media.elsewhere("https://youtu.be/x", poster: nil) : Self.both
        var metadata = Metadata(
            Self.entry(media), source: "apod-basic", base: "https://science.nasa.gov", fetched: Self.now)
        switch kind {
        case .picture: metadata = metadata.with(Self.picture())
        case .page: metadata = metadata.with(Self.picture("page", .page, url: "https://youtu.be/x"))
        case .hidden: metadata.mirror.state = .hidden
        case .nothing, .pending: break
        }
        change(&metadata)
        let saver = Saver(through: try month.makeFolder("temporary"))
        let words = try month.makeFolder("metadata")
        try saver.save(metadata.encoded(), as: "\(day).json", in: words)
        if let file = metadata.mirror.picture?.file { try saver.save([1, 2, 3], as: FilePath(file), in: month) }
        return try StoredDay(day, month: month, metadata: words)
    }

    private func decision(
        _ result: Result<Entry, EntryError>, _ stored: StoredDay, _ facts: Pass.Facts = facts()
    ) -> DayJudge.Decision {
        DayJudge(
            facts: facts, answer: DayAnswer(day: stored.day, result: result), stored: stored, source: "apod-basic",
            base: "https://science.nasa.gov",
            choose: { PictureChoice.make($0, size: .original, video: .download) }
        ).decision()
    }

    /// A decision in a few words.
    private func words(_ decision: DayJudge.Decision) -> String {
        switch decision {
        case .end(.undecided): "undecided"
        case .end(.nothing): "nothing"
        case .end(.unpublished): "unpublished"
        case .end(.leftOut): "left out"
        case .end(.failed(let failed)): "failed: \(failed.reason)"
        case .end(.disputed): "still disputed"
        case .end: "something else"
        case .fetch(let candidates, let known, then: _): "fetch \(candidates.count)\(known == nil ? "" : ", asking")"
        case .compare: "compare"
        case .makePage: "page"
        case .store(_, as: .picture(let isReplacement)): isReplacement ? "replace" : "store"
        case .store(_, as: .words): "correct"
        case .store(_, as: .notes): "note"
        case .offer(let offer):
            "offer" + (offer.former == nil ? "" : " instead") + (offer.isSettled ? ", settled" : "")
                + (offer.isStandIn ? ", standing in" : "")
        case .dispute(let dispute, change: _, isNew: _): "dispute: \(dispute.reason)"
        }
    }

    private func next(_ decision: DayJudge.Decision, _ outcome: PictureFetch.Outcome) throws -> DayJudge.Decision {
        guard case .fetch(_, _, let then) = decision else {
            Issue.record("\(words(decision)) fetches nothing")
            return decision
        }
        return then(outcome)
    }

    // MARK: - Answers without an entry

    @Test("An answer that is none takes nothing away", arguments: Stored.allCases)
    func failures(kind: Stored) throws {
        let stored = try stored(kind)
        let isThere = [.hidden, .picture, .page].contains(kind)
        #expect(words(decision(.failure(.failed("503")), stored)) == (isThere ? "undecided" : "failed: 503"))
        let isNew = kind == .nothing
        #expect(words(decision(.failure(.notPublished(.notYet)), stored)).hasPrefix("unpublished") == isNew)
        #expect(words(decision(.failure(.leftOut(nil)), stored)).hasPrefix("left out") == isNew)
    }

    @Test func `a damaged picture's answer that fails is told`() throws {
        let facts = Self.facts { $0.damaged = [.of("2026-11-10")] }
        #expect(words(decision(.failure(.failed("503")), try stored(.picture), facts)) == "failed: 503")
    }

    // MARK: - Days without a picture

    @Test func `a hidden day is left alone`() throws {
        #expect(words(decision(.success(Self.entry()), try stored(.hidden))) == "undecided")
    }

    @Test(
        "A new day",
        arguments: [
            (both, "fetch 2"), (.placeholder, "failed: NASA shows a placeholder; the picture is not up yet"),
            (.elsewhere("https://youtu.be/x", poster: nil), "page"), (.none, "page"),
            (.hostedVideo(film, poster: nil), "fetch 1"),
        ] as [(Media, String)])
    func new(media: Media, expected: String) throws {
        for kind in [Stored.nothing, .pending] {
            #expect(words(decision(.success(Self.entry(media)), try stored(kind))) == expected)
        }
    }

    @Test(
        "What came for a new day",
        arguments: [
            (.fetched(picture(), part: "p"), "offer"),
            (.fetched(picture("one", .rendition, url: rendition), part: "p"), "offer, standing in"),
            (.page(address: film), "page"), (.failed("404"), "failed: 404"), (.unchanged, "undecided"),
        ] as [(PictureFetch.Outcome, String)])
    func came(outcome: PictureFetch.Outcome, expected: String) throws {
        let first = decision(.success(Self.entry()), try stored(.nothing))
        #expect(words(try next(first, outcome)) == expected)
    }

    @Test func `other bytes than the other mirror names are refused`() throws {
        for (name, expected) in [("one", "offer"), ("two", "failed: \(Self.original) has other bytes")] {
            let first = decision(.success(Self.entry(digest: name)), try stored(.nothing))
            #expect(words(try next(first, .fetched(Self.picture(), part: "p"))).hasPrefix(expected))
        }
    }

    @Test func `words that are stored without a picture are judged like any other`() throws {
        let entry = Self.entry(title: "Protected: A")
        for (facts, expected) in [
            (Self.facts(), "A"), (Self.facts { $0.accepted = [.of("2026-11-10")] }, "Protected: A"),
        ] {
            let first = decision(.success(entry), try stored(.pending), facts)
            guard case .offer(let pending) = try next(first, .fetched(Self.picture(), part: "p")) else {
                Issue.record("no offer")
                return
            }
            #expect(pending.change.metadata.title == expected)
        }
        let first = decision(.success(entry), try stored(.pending) { $0.explanation = "" })
        guard case .end(.failed(let failed)) = try next(first, .failed("404")) else {
            Issue.record("it does not fail")
            return
        }
        #expect(failed.metadata?.title == "Protected: A", "no words were there")
    }

    @Test func `a day that went during the pass does not come back`() throws {
        let facts = Self.facts { $0.present = [.of("2026-11-10")] }
        #expect(words(decision(.success(Self.entry()), try stored(.nothing), facts)) == "undecided")
    }

    // MARK: - Days with a picture

    @Test func `the same answer changes nothing, and other words are a correction`() throws {
        let stored = try stored(.picture)
        #expect(words(decision(.success(Self.entry()), stored)) == "nothing")
        #expect(words(decision(.success(Self.entry(title: "B")), stored)) == "correct")
        #expect(words(decision(.success(Self.entry(.placeholder)), stored)) == "nothing")
    }

    @Test func `a page is made anew around other words`() throws {
        let media = Media.elsewhere("https://youtu.be/x", poster: nil)
        let stored = try stored(.page)
        #expect(words(decision(.success(Self.entry(media)), stored)) == "nothing")
        guard case .makePage(let draft, let then) = decision(.success(Self.entry(media, title: "B")), stored) else {
            Issue.record("no page")
            return
        }
        let page = Self.picture("new", .page, url: "https://youtu.be/x")
        let change = DayChange(
            metadata: draft.metadata.with(page), content: .page([1]), basis: .judged(stored))
        #expect(words(then(change)) == "correct")
    }

    @Test(
        "What came for a day whose entry names another picture",
        arguments: [
            (.fetched(picture("two", url: "https://x/b.jpg"), part: "p"), "offer instead, settled"),
            (.fetched(picture("one", url: "https://x/b.jpg"), part: "p"), "correct"),
            (
                .fetched(picture("two", url: "https://x/b.jpg", width: 400), part: "p"),
                "dispute: the new picture has under half the pixels (400000 instead of 1000000)"
            ),
            (.page(address: "https://x/b.jpg"), "page"), (.failed("404"), "correct"),
        ] as [(PictureFetch.Outcome, String)])
    func replacement(outcome: PictureFetch.Outcome, expected: String) throws {
        let other = Self.entry(.picture(original: "https://x/b.jpg", rendition: nil, preview: nil))
        let first = decision(.success(other), try stored(.picture))
        #expect(words(first) == "fetch 1")
        #expect(words(try next(first, outcome)) == expected)
    }

    @Test func `a page in the place of a picture is disputed, and taken when the owner accepts it`() throws {
        let page = Self.entry(.elsewhere("https://youtu.be/x", poster: nil))
        let stored = try stored(.picture)
        for (facts, expected) in [
            (Self.facts(), "dispute: NASA names no picture any more where it published one"),
            (Self.facts { $0.accepted = [stored.day] }, "replace"),
        ] {
            guard case .makePage(let draft, let then) = decision(.success(page), stored, facts) else {
                Issue.record("no page")
                return
            }
            let new = Self.picture("page", .page, url: "https://youtu.be/x")
            let change = DayChange(metadata: draft.metadata.with(new), content: .page([1]), basis: .judged(stored))
            #expect(words(then(change)) == expected)
        }
    }

    @Test func `a disputed picture is not fetched again, and taken when the owner accepts it`() throws {
        let other = Self.entry(.picture(original: "https://x/b.jpg", rendition: nil, preview: nil))
        let stored = try stored(.picture) { $0.mirror.state = .disputed }
        let disputed = Self.facts {
            $0.disputes[stored.day] = .init(
                reason: "test", url: "https://x/b.jpg", sha256: Self.digest("two"),
                since: Self.now)
        }
        #expect(words(decision(.success(other), stored, disputed)) == "still disputed")
        // NASA went back.
        #expect(words(decision(.success(Self.entry()), stored, disputed)) == "note")
        var accepted = disputed
        accepted.accepted = [stored.day]
        let first = decision(.success(other), stored, accepted)
        #expect(words(first) == "fetch 1")
        let small = PictureFetch.Outcome.fetched(Self.picture("two", url: "https://x/b.jpg", width: 400), part: "p")
        #expect(words(try next(first, small)) == "offer instead")
    }

    @Test func `a doubtful picture is fetched without asking, and the same bytes only confirm it`() throws {
        let facts = Self.facts { $0.doubtful = [.of("2026-11-10")] }
        let first = decision(.success(Self.entry()), try stored(.picture), facts)
        #expect(words(first) == "fetch 2")
        #expect(words(try next(first, .fetched(Self.picture(), part: "p"))) == "note")
        #expect(words(try next(first, .fetched(Self.picture("two"), part: "p"))) == "offer instead")
    }

    // MARK: - Damaged pictures

    @Test func `a damaged picture is mended by its own bytes only`() throws {
        let facts = Self.facts { $0.damaged = [.of("2026-11-10")] }
        guard case .compare(let then) = decision(.success(Self.entry(title: "B")), try stored(.picture), facts) else {
            Issue.record("it is not compared")
            return
        }
        #expect(words(then(true)) == "fetch 2", "it is whole and judged like any other")
        let first = then(false)
        #expect(words(first) == "fetch 1")
        #expect(words(try next(first, .fetched(Self.picture(), part: "p"))) == "store")
        let second = try next(first, .fetched(Self.picture("two"), part: "p"))
        #expect(words(second) == "fetch 1", "the next address")
        #expect(words(try next(second, .failed("404"))) == "failed: 404")
        #expect(
            words(try next(second, .fetched(Self.picture("three"), part: "p")))
                == "failed: NASA has another picture by now than the one that was stored")
    }
}
