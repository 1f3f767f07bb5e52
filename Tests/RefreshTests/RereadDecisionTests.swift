import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh

@Suite("What an entry that is read again means")
struct RereadDecisionTests {
    private static let fetched = Timestamp.noon(of: .of("2026-11-01"))
    private static let original = "https://science.nasa.gov/content/dam/a.jpg"
    private static let rendition = "https://science.nasa.gov/dynamicimage/assets/a.jpg?w=900&h=600"
    private static let both = PictureChoice.download([
        .init(url: original, kind: .original), .init(url: rendition, kind: .rendition),
    ])
    private static let film = PictureChoice.download([
        .init(url: "https://science.nasa.gov/a.mp4", kind: .original, isVideo: true)
    ])

    private func stored(_ kind: Metadata.Picture.Kind, _ url: String?, checked: Int? = nil) -> Metadata {
        Metadata.sample("2026-11-01").with(
            .init(
                file: "2026-11-01 A.jpg", kind: kind, url: url, bytes: 9, sha256: "", fetched: Self.fetched,
                checked: checked.map { Self.fetched + $0 * 3_600 }))
    }

    private func decision(
        _ choice: PictureChoice, _ stored: Metadata, after hours: Int = 1, title: String = "A", comesRound: Bool = false
    ) -> RereadDecision {
        RereadDecision.make(
            Metadata.sample("2026-11-01", title: title), choice: choice, stored: stored,
            now: Self.fetched + hours * 3_600, comesRound: comesRound)
    }

    @Test(
        "The picture is asked about once after a day and once after a week",
        arguments: [
            (1, nil, false), (23, nil, false), (24, nil, true), (30, nil, true), (30, 24, false), (167, 24, false),
            (168, 24, true), (500, 24, false), (300, 24, true), (500, 168, false), (500, nil, false), (300, nil, true),
            (9_999, 500, false),
        ] as [(Int, Int?, Bool)])
    func ages(hours: Int, checked: Int?, isDue: Bool) {
        let expected = isDue ? RereadDecision.picture : .nothing
        #expect(decision(Self.both, stored(.original, Self.original, checked: checked), after: hours) == expected)
        #expect(decision(Self.both, stored(.rendition, Self.rendition, checked: checked), after: hours) == expected)
    }

    @Test(
        "Only what stands in for something better is tried again when it comes round, once a day",
        arguments: [
            (.original, original, both, 999, nil, .nothing), (.rendition, rendition, both, 999, nil, .picture),
            (.rendition, rendition, both, 999, 990, .nothing), (.rendition, rendition, both, 999, 975, .picture),
            (.page, "https://science.nasa.gov/a.mp4", film, 999, nil, .replacement),
            (.page, "https://science.nasa.gov/a.mp4", film, 999, 990, .nothing),
            (
                .rendition, rendition, .download([.init(url: rendition, kind: .rendition)]), 999, nil, .nothing
            ),
        ] as [(Metadata.Picture.Kind, String, PictureChoice, Int, Int?, RereadDecision)])
    func round(
        kind: Metadata.Picture.Kind, url: String, choice: PictureChoice, hours: Int, checked: Int?,
        expected: RereadDecision
    ) {
        // Both ages are behind it.
        let known = stored(kind, url, checked: checked ?? 170)
        #expect(decision(choice, known, after: hours, comesRound: true) == expected)
        #expect(decision(choice, known, after: hours, comesRound: false) == .nothing)
    }

    @Test(
        "Another address is another picture; none at all takes nothing away",
        arguments: [
            (.original, original, .download([.init(url: "https://x/b.jpg", kind: .original)]), .replacement),
            (.original, original, .wait("placeholder"), .nothing),
            (.rendition, rendition, .wait("placeholder"), .nothing),
            (.original, original, .page(address: nil, poster: nil), .nothing),
            (.original, original, .page(address: "https://youtu.be/x", poster: nil), .replacement),
            (.original, original, .page(address: original, poster: nil), .nothing),
            (.page, "https://youtu.be/x", .page(address: "https://youtu.be/x", poster: nil), .nothing),
            (.page, "https://youtu.be/x", .page(address: "https://youtu.be/y", poster: nil), .replacement),
            (.page, nil, .page(address: nil, poster: nil), .nothing), (.page, nil, .wait("placeholder"), .nothing),
            (.page, nil, both, .replacement), (.page, "https://youtu.be/x", both, .replacement),
            (.page, "https://science.nasa.gov/a.mp4", film, .nothing),
        ] as [(Metadata.Picture.Kind, String?, PictureChoice, RereadDecision)])
    func addresses(kind: Metadata.Picture.Kind, url: String?, choice: PictureChoice, expected: RereadDecision) {
        #expect(decision(choice, stored(kind, url)) == expected)
        #expect(decision(choice, stored(kind, url), title: "B") == (expected == .nothing ? .words : expected))
    }

    @Test func `what we noted ourselves is no news`() {
        var known = stored(.original, Self.original)
        known.mirror.state = .disputed
        known.mirror.source = "planetary-apod"
        known.mirror.fetched = Self.fetched + -99
        #expect(decision(Self.both, known) == .nothing)
        known.mirror.credit = "Somebody"
        #expect(decision(Self.both, known) == .words)
    }
}
