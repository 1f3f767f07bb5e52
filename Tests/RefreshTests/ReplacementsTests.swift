import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh

@Suite("Whether a replacement is believed")
struct ReplacementsTests {
    private static let today = Day.of("2026-11-20")

    private static func picture(
        _ kind: Metadata.Picture.Kind = .original, _ suffix: String = "jpg", _ width: Int? = 1_000,
        _ height: Int? = 1_000,
        url: String? = nil
    ) -> Metadata.Picture {
        .init(
            file: "2026-11-01.\(suffix)", kind: kind, url: url, bytes: 1, width: width, height: height, sha256: "",
            fetched: .noon(of: today))
    }

    private static let upload = "https://science.nasa.gov/dynamicimage/assets/a.jpg"

    @Test(
        "One by one",
        arguments: [
            (picture(), picture(), nil), (picture(.original, "png"), picture(), nil),
            (picture(.original, "jpg", 500), picture(), nil),
            (picture(.original, "jpg", 499), picture(), "half the pixels"),
            (picture(.original, "jpg", 9, 9), picture(.page, "html", nil, nil), nil),
            (picture(.original, "mp4", nil, nil), picture(), "another media type"),
            (picture(), picture(.original, "mov", nil, nil), "another media type"),
            (picture(.original, "mp4", 9, 9), picture(.original, "mov", 10, 10), nil),
            (picture(.page, "html", nil, nil), picture(), "names no picture"),
            (picture(.page, "html", nil, nil), picture(.page, "html", nil, nil), nil),
            (picture(.original, "jpg", nil, nil), picture(), nil),
            (picture(.original, "jpg", 9, 9), picture(.rendition), nil),
            (picture(.rendition, "jpg", 9, 9), picture(.rendition), "half the pixels"),
            (
                picture(.rendition, "jpg", 1_920, 10, url: "\(upload)?w=1920"),
                picture(.rendition, "jpg", 3_840, 20, url: "\(upload)?w=3840"), nil
            ),
            (
                picture(.rendition, "jpg", 9, 9, url: "\(upload)?w=1920"), picture(.rendition, url: "\(upload)?w=1920"),
                "half the pixels"
            ),
        ] as [(Metadata.Picture, Metadata.Picture, String?)])
    func doubts(new: Metadata.Picture, former: Metadata.Picture, reason: String?) {
        let doubt = Replacements.doubt(new, replacing: former)
        #expect((doubt == nil) == (reason == nil), "\(doubt ?? "")")
        if let reason { #expect(doubt?.contains(reason) == true) }
    }

    @Test(
        "Only old pictures wait for the end of the pass",
        arguments: [
            (7, picture(), picture(), false), (8, picture(), picture(), true),
            (900, picture(), picture(.rendition), false),
            (900, picture(), picture(.page), false), (900, picture(.rendition), picture(), true),
            (900, picture(.rendition, url: "\(upload)?w=1"), picture(.rendition, url: "\(upload)?w=2"), false),
            (900, picture(.rendition, url: "\(upload)?w=1"), picture(.rendition, url: "https://x/b.jpg"), true),
        ] as [(Int, Metadata.Picture, Metadata.Picture, Bool)])
    func waiting(age: Int, new: Metadata.Picture, former: Metadata.Picture, waits: Bool) {
        let day = Self.today.advanced(by: -age)
        #expect(Replacements.isSettled(new, replacing: former, day: day, today: Self.today) == waits)
    }

    @Test(arguments: [(0, true), (3, true), (4, false), (50, false)])
    func `more than three at once are an accident`(count: Int, areBelieved: Bool) {
        #expect((Replacements.verdict(on: count) == nil) == areBelieved)
    }
}

@Suite("When a day is tried again")
struct BackOffTests {
    @Test(arguments: [
        (1, 900), (2, 1_800), (3, 3_600), (4, 7_200), (5, 14_400), (6, 28_800), (7, 86_400), (8, 86_400),
        (9_999, 86_400),
        (0, 900), (-1, 900),
    ])
    func `later each time, a day at most, a fifth to either side`(attempts: Int, seconds: Int) {
        #expect(BackOff.seconds(afterAttempts: attempts, chance: 0.5) == seconds)
        #expect(BackOff.seconds(afterAttempts: attempts, chance: 0) == seconds * 4 / 5)
        let longest = BackOff.seconds(afterAttempts: attempts, chance: 0.999_999)
        #expect((seconds...seconds * 6 / 5).contains(longest))
    }
}
