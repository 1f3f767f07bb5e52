import FoundationEssentials
import SampleNASA
import Testing

@Suite struct LegacyAPITests {
    let server: SampleNASA
    let client: RawClient

    init() throws {
        server = try .small()
        client = RawClient(server)
    }

    @Test func `A range is oldest first and leaves out what is missing`() throws {
        server.remove("2026-11-03")
        let range = "?start_date=2026-11-01&end_date=2026-11-05"
        let entries: [LegacyEntry] = try client.get(SampleNASA.legacy + range, userAgent: nil).decoded()
        #expect(entries.map(\.date) == [1, 2, 4, 5].map { "2026-11-0\($0)" })
        #expect(entries.allSatisfy { $0.hdurl?.hasPrefix(server.baseURL) ?? true })
    }

    @Test(arguments: [
        ("?date=2026-11-21", 400, "Date must be between Jun 16, 1995 and Nov 20, 2026."),
        ("?date=1995-06-15", 400, "Date must be between"), ("?date=1999-01-01", 404, "No data available for date"),
        ("?date=yesterday", 400, "does not match format"), ("?date=2026-11-20&api_key=K", 400, "incorrect field"),
        ("?start_date=2026-11-05&end_date=2026-11-01", 400, "cannot be after"),
        ("?end_date=2026-11-01", 400, "invalid field combination"),
    ])
    func `Errors have the service's shape`(target: String, status: Int, words: String) throws {
        let reply = try client.get(SampleNASA.legacy + target)
        #expect(reply.status == status)
        #expect(reply.text.hasPrefix("{\"code\":\(status),\"msg\":\""))
        #expect(reply.text.contains(words))
    }

    @Test func `The gateway wants its key in a header`() throws {
        let server = try SampleNASA.started(.init(pictureSize: .small, requiredKey: "secret"))
        let client = RawClient(server)
        #expect(try client.get(SampleNASA.legacy).text.contains("API_KEY_MISSING"))
        #expect(try client.get(SampleNASA.legacy, ["X-Api-Key": "wrong"]).text.contains("API_KEY_INVALID"))
        let reply = try client.get(SampleNASA.legacy, ["X-Api-Key": "secret"])
        #expect(reply.status == 200)
        #expect(reply.headers["x-ratelimit-limit"] == "1000")
        #expect(server.requests.map(\.hasAPIKey) == [false, true, true])
    }

    @Test func `Thumbnails come with films and only when asked for`() throws {
        let range = "?start_date=2026-09-22&end_date=2026-11-20"
        let plain: [LegacyEntry] = try client.get(SampleNASA.legacy + range).decoded()
        let asked: [LegacyEntry] = try client.get(SampleNASA.legacy + range + "&thumbs=True").decoded()
        #expect(plain.allSatisfy { $0.thumbnail_url == nil })
        #expect(asked.allSatisfy { ($0.thumbnail_url != nil) == ($0.media_type == "video") })
        let still = try #require(asked.compactMap(\.thumbnail_url).first { $0.hasSuffix("/0.jpg") })
        #expect(try client.get(server.path(still)).headers["content-type"] == "image/jpeg")
        #expect(asked.contains { $0.media_type == "other" && $0.url == nil })
    }

    @Test func `An archived day is served letter by letter, but from here`() throws {
        let json = """
            [{"date":"2001-07-12","title":"NGC 1850:\\r\\nNot Found","explanation":"A & B < C","media_type":"image",
              "url":"https://apod.nasa.gov/apod/image/0107/ngc 1850_small.jpg","service_version":"v1",
              "hdurl":"https://apod.nasa.gov/apod/image/0107/ngc1850(1).jpg ","copyright":"\\nA. Person\\n"},
             {"date":"2001-07-13","title":"Film","explanation":"E","media_type":"video","service_version":"v1",
              "url":"//www.youtube.com/embed/x?rel=0"}]
            """
        let days = try SampleDay.archive(json: .init(json.utf8))
        let server = try SampleNASA.started(.init(archive: days, pictureSize: .small))
        let client = RawClient(server)
        let range = "?start_date=2001-07-12&end_date=2001-07-13"
        let entries: [LegacyEntry] = try client.get(SampleNASA.legacy + range).decoded()
        #expect(entries.map(\.title) == ["NGC 1850:\r\nNot Found", "Film"])
        #expect(entries[0].hdurl == server.baseURL + "/apod/image/0107/ngc1850(1).jpg ")
        #expect(entries[0].copyright == "\nA. Person\n")
        #expect(entries[1].url == "//www.youtube.com/embed/x?rel=0")
        #expect(try client.get("/apod/image/0107/ngc1850(1).jpg").body == server.picture(for: "2001-07-12"))
        #expect(try client.get("/apod/image/0107/ngc%201850_small.jpg").status == 200)
        let basic: [BasicEntry] = try client.get(SampleNASA.basic).decoded()
        #expect(basic.map(\.media_type) == ["iframe", "image"])
        #expect(basic[1].explanation.hasPrefix("<strong>Explanation:</strong> A &amp; B &lt; C<br"))
        #expect(try client.get(server.path(basic[1].hdurl.original)).body == server.picture(for: "2001-07-12"))
    }
}
