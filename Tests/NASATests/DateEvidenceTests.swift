import Days
import TestSupport
import Testing

@testable import NASA

@Suite("Evidence for a post's date")
struct DateEvidenceTests {
    private static let site = "https://science.nasa.gov"

    @Test(
        "A post that names only another day is not believed",
        arguments: [
            ("/apod/260903", "", "the address of its article names 2026-09-03"),
            ("/image-article/apod-2026-september-3-a-title/", "", "the address of its article names 2026-09-03"),
            ("/apod/ap260905.html", "", "the address of its article names 2026-09-05"),
            (
                "/apod/m64/", "<title> APOD: 2026 September 3 &#8211; A Title</title>",
                "the title of its page names 2026-09-03"
            ),
            ("/apod/m64/", "<body><p>2026 September 3<br>", "the head of its page names 2026-09-03"),
            ("/apod/m64/", "<body><p>September 3, 2026<br>", "the head of its page names 2026-09-03"),
            // One place for the date outweighs those against it.
            ("/apod/260904", "<title>APOD: 2026 September 3 - A</title><p>2026 September 3", nil),
            ("/apod/260903", "<title>APOD: 2026 September 4 - A</title>", nil),
            ("/apod/260903", "<title>APOD: 2026 September 3 - A</title><p>2026 September 4", nil),
            ("/apod/2026/09/04/m64/", "<p>2026 September 3", nil),
            // Nothing is no evidence, and a story or a teaser may name any day.
            ("/apod/m64/", "", nil),
            ("/apod/m64/", "<p>Explanation: On 2026 September 3 it shone.", nil),
            ("/apod/m64/", "<p>Tomorrow's picture: APOD: 2026 September 5 - B", nil),
            ("/apod/m64/", "<title>2024 April 8 Eclipse from Space</title>", nil),
            ("/image-article/apod-2026-september-31-a-title/", "", nil),
            ("/apod/", "<p>2026 September 34", nil),
        ] as [(String, String, String?)])
    func contradiction(path: String, html: String, reason: String?) throws {
        let evidence = DateEvidence(page: WebAddress(Self.site + path), html: html)
        #expect(evidence.contradiction(of: try day("2026-09-04"))?.description == reason)
    }

    @Test("Of two posts for a day the one with its own date is taken, whatever their order")
    func choice() throws {
        func candidate(_ title: String, _ path: String) throws -> Candidate {
            let media = Media.picture(original: "https://x/\(title).jpg", rendition: nil, preview: nil)
            let entry = Entry(
                day: try day("2026-09-04"), title: title, explanation: "A story.", publishedMediaType: "image",
                media: media)
            return Candidate(entry: entry, dates: DateEvidence(page: WebAddress(Self.site + path)))
        }
        let own = try candidate("Own", "/apod/m64/")
        let other = try candidate("Other", "/apod/260905")
        #expect(Suspicion.choice(of: [own, other])?.entry.title == "Own")
        #expect(Suspicion.choice(of: [other, own])?.entry.title == "Own")
    }

    @Test(
        "Days shifted by one number, and hardly any that are right, are the server's fault",
        arguments: [
            ([[("2026-09-04", "2026-09-03"), ("2026-09-05", "2026-09-04")]], 0, nil),
            (
                [[("2026-09-04", "2026-09-03"), ("2026-09-05", "2026-09-04"), ("2026-09-06", "2026-09-05")]], 2,
                "3 posts are filed one day after the day that they name themselves"
            ),
            (
                [[("2026-09-04", "2026-09-06")], [("2026-09-03", "2026-09-05")], [("2026-09-02", "2026-09-04")]], 0,
                "3 posts are filed 2 days before the day that they name themselves"
            ),
            ([[("2026-09-04", "2026-09-03"), ("2026-09-05", "2026-09-06"), ("2026-09-06", "2026-09-01")]], 0, nil),
            ([[("2026-09-04", "2026-09-03"), ("2026-09-05", "2026-09-04"), ("2026-09-06", "2026-09-05")]], 20, nil),
        ] as [([[(String, String)]], Int, String?)])
    func shifted(blocks: [[(String, String)]], confirmed: Int, reason: String?) throws {
        var days = ShiftedDays()
        for block in blocks {
            let pairs = try block.map { (try day($0.0), try day($0.1)) }
            days.record(Dictionary(uniqueKeysWithValues: pairs), confirmed: confirmed)
        }
        #expect(days.reason == reason)
    }
}
