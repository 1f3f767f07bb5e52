import SampleNASA
import Testing

@Suite struct FaultTests {
    let server: SampleNASA
    let client: RawClient

    init() throws {
        server = try .small()
        client = RawClient(server)
    }

    private var picturePath: String {
        get throws {
            let entry: BasicEntry = try client.get(SampleNASA.basic + "/261120").decoded()
            return server.path(entry.hdurl.original)
        }
    }

    @Test func `One bad day breaks every range it is part of, and heals`() throws {
        server.setFault(.status(500), for: .day("2026-11-03"), times: 2)
        let around = SampleNASA.legacy + "?start_date=2026-11-01&end_date=2026-11-05"
        #expect(try client.get(SampleNASA.legacy + "?date=2026-11-02").status == 200)
        #expect(try client.get(around).text.hasPrefix("{\"code\":500,\"msg\":\"Internal Service Error\""))
        #expect(try client.get(SampleNASA.basic + "/261103").status == 500)
        #expect(try client.get(around).status == 200)
    }

    @Test func `Too many requests are told with the time to wait`() throws {
        server.setFault(.tooManyRequests(retryAfter: 2870), for: .entries)
        let reply = try client.get(SampleNASA.legacy)
        #expect(reply.status == 429)
        #expect(reply.headers["retry-after"] == "2870")
        #expect(reply.text.contains("OVER_RATE_LIMIT"))
        server.setFault(.tooManyRequests(retryAfter: 5, asHTML: true), for: .entries)
        #expect(try client.get(SampleNASA.basic).headers["content-type"]?.hasPrefix("text/html") == true)
    }

    @Test func `The logo comes for every date`() throws {
        server.setFault(.logo, for: .entries)
        for short in ["261120", "970101"] {
            let entry: BasicEntry = try client.get(SampleNASA.basic + "/" + short).decoded()
            #expect(entry.title == "NASA Science")
            #expect(entry.hdurl.contains("nasa-logo"))
            #expect(try client.get(server.path(entry.hdurl)).headers["content-type"] == "image/png")
        }
    }

    @Test(arguments: [
        (Fault.wrongDate, "\"date\":\"2026-11-19\""), (.wrongCentury, "\"date\":\"1926-11-20\""),
        (.outageEntry, "503 Service Unavailable"), (.unknownMediaType, "hologram"), (.bidiControls, "\\u202e"),
        (.halfCharacters, "\\ud83c\""),
        (.hostileText, "..\\/..\\/..\\/etc"), (.placeholder, "news-thumbnail.png"),
        (.notFoundWithStatus200, "apod_basic_not_found"), (.emptyList, "[]"),
        (.html(), "<!DOCTYPE html>"),
    ])
    func `An answer of status 200 is not to be trusted`(fault: Fault, words: String) throws {
        server.setFault(fault, for: .day("2026-11-20"))
        let reply = try client.get(SampleNASA.legacy + "?date=2026-11-20")
        #expect(reply.status == 200)
        #expect(reply.text.contains(words))
    }

    @Test func `Lists can hold two records for one date, or one picture for many`() throws {
        let list = SampleNASA.basic + "?date_from=261101&date_to=261105"
        server.setFault(.twoRecords, for: .day("2026-11-03"))
        let doubled: [BasicEntry] = try client.get(list).decoded()
        #expect(doubled.filter { $0.date == "2026-11-03" }.count == 2)
        server.clearFaults()
        server.setFault(.sharedMedia, for: .range("2026-11-02"..."2026-11-05"))
        let shared: [BasicEntry] = try client.get(list).decoded()
        #expect(Set(shared.map(\.hdurl)).count == 2)
    }

    @Test func `Long fields are long and broken JSON is broken`() throws {
        server.setFault(.overlong, for: .day("2026-11-20"))
        let entry: LegacyEntry = try client.get(SampleNASA.legacy).decoded()
        #expect(entry.title.count == 10_000)
        #expect(entry.explanation.utf8.count > 1_000_000)
        server.setFault(.invalidJSON, for: .day("2026-11-20"))
        #expect(throws: (any Error).self) { try client.get(SampleNASA.legacy).decoded(LegacyEntry.self) }
    }

    @Test func `A switched gateway speaks the new API at the old address`() throws {
        server.setFault(.switchedGateway, for: .entries)
        let entries: [BasicEntry] = try client.get(SampleNASA.legacy + "?date=2026-11-01").decoded()
        #expect(entries.count == 25)
    }

    @Test func `And the old API at the new address`() throws {
        server.setFault(.switchedGateway, for: .entries)
        let entries: [LegacyEntry] = try client.get(SampleNASA.basic + "?per_page=25").decoded()
        #expect(entries.count == 25)
    }

    @Test func `Redirects lead where no client should go`() throws {
        let path = try picturePath
        server.setFault(.redirectLoop, for: .media("2026-11-20"))
        #expect(try client.get(path).headers["location"] == server.baseURL + path)
        server.setFault(.redirectToFile, for: .media("2026-11-20"))
        #expect(try client.get(path).headers["location"] == "file:///etc/passwd")
        server.setFault(.redirectToLandingPage, for: .media("2026-11-20"))
        let landing = try #require(try client.get(path).headers["location"])
        #expect(try client.get(server.path(landing)).text.hasPrefix("<!DOCTYPE html>"))
    }
}
