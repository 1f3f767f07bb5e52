import Days
import JSON
import TestSupport
import Testing

@testable import NASA

@Suite struct SuspicionTests {
    private func entry(
        _ date: String, title: String = "A Title", explanation: String = "A story.",
        media: Media = .elsewhere("https://x/", poster: nil)
    ) throws -> Entry {
        Entry(day: try day(date), title: title, explanation: explanation, publishedMediaType: "image", media: media)
    }

    @Test(
        "A title that is nothing but an error is one",
        arguments: [
            "503 Service Unavailable", "404 Not Found", "NASA Science", "nasa science", "NASA", "502 Bad Gateway",
            "Service Unavailable", "Page not found - NASA Science",
            "Error 404", "500", "Access Denied", "Just a moment...", "Attention Required! | Cloudflare",
            "301 Moved Permanently", "504 Gateway Time-out", "HTTP 500 Internal Server Error",
        ])
    func errorPhrases(title: String) {
        #expect(Suspicion.isErrorPhrase(title))
    }

    @Test(
        "A title that holds an error's words is not one",
        arguments: [
            "NGC 1850: Not Found in the Milky Way", "NGC 404: Mirach's Ghost", "Lost and Found", "433 Eros",
            "Forbidden Planet", "The Sun in Error", "IC 443", "A Found Galaxy", "Abell 520: Dark Matter",
            "NASA's Webb", "APOD Turns Eight", "",
        ])
    func realTitles(title: String) {
        #expect(!Suspicion.isErrorPhrase(title))
    }

    @Test("The logo, another date and nothing at all are not believed")
    func alone() throws {
        let logo = Media.picture(
            original: "https://science.nasa.gov/wp-content/nasa-logo@2x.png", rendition: nil, preview: nil)
        #expect(Suspicion.reason(against: try entry("2026-09-04", media: logo)) == "its picture is NASA's logo")
        #expect(
            Suspicion.reason(against: try entry("2026-09-04", title: "APOD: 2026 September 3 - A"))
                == "its title names 2026-09-03")
        #expect(Suspicion.reason(against: try entry("2026-09-03", title: "APOD: 2026 September 3 - A")) == nil)
        #expect(
            Suspicion.reason(against: try entry("2026-09-04", title: "", explanation: "", media: .none))
                == "it is empty")
        #expect(
            Suspicion.reason(against: try entry("2026-09-04", title: "", explanation: ""))
                == "it has neither title nor story")
        #expect(Suspicion.reason(against: try entry("1995-06-20", media: .placeholder)) == nil)
    }

    @Test(
        "Repeats are told from neighbours and reruns",
        arguments: [
            // Real neighbours that share a picture.
            ([("1997-01-02", "A", "a"), ("1997-01-03", "B", "b")], []),
            ([("1999-10-26", "A", "a"), ("1999-10-27", "A", "b")], []),
            // A real rerun, word for word, within one answer of the legacy API.
            ([("1998-12-27", "M2-9: Wings", "a"), ("1999-03-21", "M2-9: Wings", "a")], []),
            ([("2026-09-01", "A", "a"), ("2026-09-02", "A", "a")], ["2026-09-01", "2026-09-02"]),
            (
                [("2026-09-01", "A", "a"), ("2026-09-02", "A", "a"), ("2026-09-03", "B", "b")],
                ["2026-09-01", "2026-09-02"]
            ),
            ([("2026-09-01", "A", "a"), ("2026-09-02", "B", "b"), ("2026-09-03", "C", "c")], []),
            (
                [
                    ("2026-09-01", "A", "a"), ("2026-09-02", "B", "b"), ("2026-09-03", "C", "c"),
                    ("2026-09-09", "D", "d"),
                ],
                ["2026-09-01", "2026-09-02", "2026-09-03", "2026-09-09"]
            ),
        ] as [([(String, String, String)], [String])])
    func repeats(days: [(String, String, String)], suspicious: [String]) throws {
        let entries = try days.map { try entry($0.0, title: $0.1, explanation: $0.2) }
        #expect(Suspicion.repeats(in: entries).keys.map(\.description).sorted() == suspicious)
    }

    @Test("Placeholders are no repeats")
    func placeholders() throws {
        let entries = try (1...5).map { try entry("2026-09-0\($0)", media: .placeholder) }
        #expect(Suspicion.repeats(in: entries).isEmpty)
    }

    @Test("Of two records for a day the better one is taken, else the first")
    func choice() throws {
        let good = Candidate(entry: try entry("2026-09-04", title: "Good"))
        let other = Candidate(entry: try entry("2026-09-04", title: "Other"))
        let backed = Candidate(
            entry: try entry("2026-09-04", title: "Backed"),
            dates: DateEvidence(page: WebAddress("https://science.nasa.gov/apod/260904")))
        let broken = Candidate(
            entry: try entry("2026-09-04", title: "404 Not Found"),
            dates: DateEvidence(
                page: WebAddress("https://science.nasa.gov/apod/260904"), html: "<p>2026 September 4</p>"))
        #expect(Suspicion.choice(of: [good, other])?.entry.title == "Good")
        #expect(Suspicion.choice(of: [good, backed])?.entry.title == "Backed")
        #expect(Suspicion.choice(of: [broken, good])?.entry.title == "Good")
        #expect(Suspicion.choice(of: [broken]) == broken)
        #expect(Suspicion.choice(of: []) == nil)
    }

    @Test("Of two records with the same evidence the one of the newer post is taken, wherever it stands")
    func choiceOfPosts() throws {
        let page = WebAddress("https://science.nasa.gov/apod/260904")
        func candidate(_ title: String, post: Int?, page: WebAddress? = nil) throws -> Candidate {
            var entry = try entry("2026-09-04", title: title)
            entry.postID = post
            return Candidate(entry: entry, dates: DateEvidence(page: page))
        }
        let (draft, final) = (try candidate("Draft", post: 7), try candidate("Final", post: 12))
        #expect(Suspicion.choice(of: [draft, final])?.entry.title == "Final")
        #expect(Suspicion.choice(of: [final, draft])?.entry.title == "Final")
        let unnumbered = try candidate("Unnumbered", post: nil)
        #expect(Suspicion.choice(of: [unnumbered, draft, final])?.entry.title == "Final")
        #expect(Suspicion.choice(of: [unnumbered, try candidate("Other", post: nil)])?.entry.title == "Unnumbered")
        // Evidence for the date counts for more than a number.
        #expect(Suspicion.choice(of: [final, try candidate("Backed", post: 7, page: page)])?.entry.title == "Backed")
    }

    @Test("Of two records for a day one with a placeholder never wins over one with a picture")
    func choiceOfPictures() throws {
        let dates = DateEvidence(page: WebAddress("https://science.nasa.gov/apod/260904"))
        let picture = Candidate(entry: try entry("2026-09-04", title: "Picture"))
        for media in [Media.placeholder, .unnamed, .none] {
            let bare = Candidate(entry: try entry("2026-09-04", title: "Bare", media: media), dates: dates)
            #expect(Suspicion.choice(of: [bare, picture])?.entry.title == "Picture")
            #expect(Suspicion.choice(of: [picture, bare])?.entry.title == "Picture")
            let logo = Media.elsewhere("https://science.nasa.gov/nasa-logo@2x.png", poster: nil)
            let poison = Candidate(entry: try entry("2026-09-04", title: "Logo", media: logo), dates: dates)
            #expect(Suspicion.choice(of: [poison, bare])?.entry.title == "Bare")
        }
    }

    @Test("A record's page and its permalink speak for its date")
    func evidence() throws {
        func evidence(_ permalink: String, _ html: String) throws -> Int {
            let json = try Sample.basic(day("2026-09-04"), html: html, permalink: permalink)
            let record = try #require(JSONValue(Array(json.utf8)))
            let candidate = try #require(Candidate(apodBasic: record, base: nil))
            return candidate.dates.support(of: candidate.entry.day)
        }
        #expect(try evidence("https://science.nasa.gov/apod/m64/", "") == 0)
        #expect(try evidence("https://science.nasa.gov/apod/2026/09/04/m64/", "<p>2026 September 4</p>") == 2)
        #expect(try evidence("https://science.nasa.gov/apod/ap260904.html", "2026 September 14") == 1)
    }
}
