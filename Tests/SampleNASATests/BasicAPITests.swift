import SampleNASA
import Testing

@Suite struct BasicAPITests {
    let server: SampleNASA
    let client: RawClient

    init() throws {
        server = try .small()
        client = RawClient(server)
    }

    @Test func `A list is newest first and told in pages`() throws {
        let reply = try client.get(SampleNASA.basic + "?per_page=40&page=2")
        let entries: [BasicEntry] = try reply.decoded()
        #expect(reply.status == 200)
        #expect(reply.headers["x-wp-total"] == "60")
        #expect(reply.headers["x-wp-totalpages"] == "3")
        #expect(entries.count == 25)
        #expect(entries.first?.date == "2026-10-26")
        #expect(entries.map(\.date) == entries.map(\.date).sorted(by: >))
    }

    @Test func `Past the last page the first comes back`() throws {
        let first: [BasicEntry] = try client.get(SampleNASA.basic + "?page=1").decoded()
        let beyond: [BasicEntry] = try client.get(SampleNASA.basic + "?page=7").decoded()
        #expect(first.count == 10)
        #expect(beyond.map(\.date) == first.map(\.date))
    }

    @Test func `A range is inclusive, and an empty one is an empty list`() throws {
        let range = "?per_page=25&date_from=261101&date_to=261105"
        let entries: [BasicEntry] = try client.get(SampleNASA.basic + range).decoded()
        #expect(entries.map(\.date) == (1...5).reversed().map { "2026-11-0\($0)" })
        let outside = try client.get(SampleNASA.basic + "?date_from=990101&date_to=990131")
        #expect(outside.text == "[]")
        #expect(outside.headers["x-wp-total"] == "0")
    }

    @Test func `Parameters of the old API are ignored`() throws {
        let entries: [BasicEntry] = try client.get(SampleNASA.basic + "?date=2026-10-01&api_key=K").decoded()
        #expect(entries.count == 25)
        #expect(entries.first?.date == "2026-11-20")
    }

    @Test(arguments: [
        ("/261121", 404, "apod_basic_not_found"), ("/990101", 404, "apod_basic_not_found"),
        ("/261332", 404, "apod_basic_not_found"), ("/2026-11-20", 404, "rest_no_route"),
        ("/261120/pdf", 404, "rest_no_route"), ("?date_from=2026-11-20", 400, "date_from"),
        ("?per_page=0", 400, "per_page"), ("?page=x", 400, "rest_invalid_param"),
    ])
    func `Errors have WordPress's shape`(target: String, status: Int, word: String) throws {
        let reply = try client.get(SampleNASA.basic + target)
        #expect(reply.status == status)
        #expect(reply.text.contains(word))
        #expect(reply.text.contains("\"data\":{\"status\":\(status)}"))
    }

    @Test func `Who does not say who it is meets the edge's page`() throws {
        let reply = try client.get(SampleNASA.basic, userAgent: nil)
        #expect(reply.status == 403)
        #expect(reply.headers["content-type"]?.hasPrefix("text/html") == true)
    }

    @Test func `Sixty days hold every kind of day`() throws {
        let entries = try (1...3).flatMap { page -> [BasicEntry] in
            try client.get(SampleNASA.basic + "?per_page=25&page=\(page)").decoded()
        }
        #expect(Set(entries.map(\.media_type)) == ["image", "video", "iframe"])
        #expect(entries.contains { $0.basic_html.contains("<source src=\"\(server.baseURL)") })
        #expect(entries.contains { $0.basic_html.contains("<iframe") && $0.basic_html.contains("src=\"//www.youtube") })
        #expect(entries.contains { $0.basic_html.contains("document.imagename1.src='") })
        #expect(entries.contains { $0.title.contains("&#039;s View") })
        #expect(entries.contains { !$0.explanation.hasPrefix("<strong>Explanation:</strong>") })
        #expect(entries.allSatisfy { $0.url == $0.permalink })
        for suffix in [".jpg?", ".png?", ".gif?"] {
            #expect(entries.contains { $0.hdurl.contains(suffix) })
        }
    }

    @Test func `A day's page is the HTML of its entry`() throws {
        let entry: BasicEntry = try client.get(SampleNASA.basic + "/261118").decoded()
        #expect(entry.date == "2026-11-18")
        #expect(try client.get(SampleNASA.basic + "/261118/html").text == entry.basic_html)
    }
}
