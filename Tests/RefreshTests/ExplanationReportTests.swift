import Foundation
import SampleNASA
import Testing

@testable import NASA
@testable import RefreshTestSupport

/// What thirty years of stories look like once they are read: what a person looks through by `Tests/report explanations`.
///
/// The eyes are others than those that read: what they find and is no notice is argued for, day by day.
@Suite(
    "Stories of thirty years",
    .enabled(if: RealDays.areThere, "needs apod-archive.json.gz, which APOD_ARCHIVE can name, and no sanitizer"))
struct ExplanationReportTests {
    @Test func `no story ends with a notice, but for those that only look like one`() throws {
        let found = try StoryReport.findings(of: RealDays.load())
        if ProcessInfo.processInfo.environment["APOD_REPORT"] != nil {
            for finding in found { print("report: \(finding.day) \(finding.kind): \(finding.words)") }
        }
        let unargued = found.filter { !StoryReport.isArgued($0) }
        #expect(unargued.map { "\($0.day) \($0.kind): \($0.words)" } == [])
    }
}

enum StoryReport {
    struct Finding {
        var day: String
        var kind: String
        var words: String
    }

    static func findings(of days: [SampleDay]) -> [Finding] {
        // A few words and a colon begin the last sentence.
        let label = /(?:^|[.!?)"] )([A-Z][^ .!?:;]*(?: [^ .!?:;]+){0,4}:(?: [^:]*)?)$/
        let page = /Random APOD|APOD Editor|Follow APOD|Facebook|Nemiroff|\| Index|omorrow's picture:/
        let stray = /[^ .]+ (?:[,;:!?)](?![-)])|\.(?![.\d\w]| \.)|['\u{2019}]s\b(?!['\u{2019}]))[^ ]*/
        return days.flatMap { day -> [Finding] in
            let text = Explanation(plain: day.explanation).text
            let tail = String(text.suffix(300))
            var found: [(kind: String, words: String)] = []
            if let match = tail.matches(of: label).last {
                found.append(("may end with a notice", String(match.output.1)))
            }
            if let match = tail.firstMatch(of: page) {
                found.append(("speaks of the page", String(tail[match.range.lowerBound...])))
            }
            for match in text.matches(of: stray) { found.append(("a space before", String(match.output))) }
            return found.map { Finding(day: day.date, kind: $0.kind, words: $0.words) }
        }
    }

    static func isArgued(_ finding: Finding) -> Bool {
        argued.contains { finding.words.contains($0.words) }
    }

    private static let argued = [
        (
            "the label is part of a sentence",
            [
                "For example: ", "His response: ", "Two craters loom nearby: ", "One thing is for sure: ",
                "One thing appears likely: ", "Interplanetary ski bums take note: ", "Two star clusters are visible: ",
                "This raises another big question: ",
            ]
        ),
        (
            "the editors added it to the story",
            [
                "Note: Pluto's discoverer", "Note: The contest is only open", "Note: Playing leading roles",
                "Note: If your browser", "Note added in 2010: ", "Editor's note: ", "Editor's Note: ", "Editors note: ",
                "Update: ", "Discussion consensus: ", "Extra credit: ", "Apologies: Earlier", "Image Scale: ", "Hint: ",
            ]
        ),
        (
            "it tells who made the picture",
            [
                "Nemiroff, spot size is", "Nemiroff collaborates on both", "Nemiroff is an editor for APOD.)",
            ]
        ),
        (
            "it asks about the picture",
            ["Quiz: ", "Quiz (really hard): ", "Challenge: ", "Mini-mystery: ", "Imagine: What"]
        ),
        ("a slip of the author's: the space belongs behind the comma", ["presenting ,and"]),
    ].flatMap { reason, beginnings in beginnings.map { (words: $0, why: reason) } }
}
