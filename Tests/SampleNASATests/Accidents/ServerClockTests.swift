import SampleNASA
import Testing

/// Right answers with a wrong date.
@Suite struct ServerClockTests {
    /// Noon of 2026-11-20.
    private static let noon = 1_795_176_000
    let server: SampleNASA
    let client: RawClient
    let all: [String]

    init() throws {
        server = try .small()
        client = RawClient(server)
        all = try Questions.all(server)
        server.setClock(Self.noon)
    }

    private func dates() throws -> [String] { try all.map { try client.get($0).headers["date"] ?? "" } }

    @Test(arguments: [
        ("clock-1970", "Thu, 01 Jan 1970 00:00"), ("clock-last-week", "Fri, 13 Nov 2026 12:0"),
        ("clock-tomorrow", "Sat, 21 Nov 2026 12:0"), ("clock-next-year", "Sat, 20 Nov 2027 12:0"),
    ])
    func `Every answer is right but for its date`(name: String, date: String) throws {
        let accident = try #require(Accident.named(name))
        #expect(Accident.wrongClocks.contains(accident))
        let before = try all.map { try client.get($0).body }
        for date in try dates() { #expect(date.hasPrefix("Fri, 20 Nov 2026 12:0")) }
        server.begin(accident)
        for answered in try dates() { #expect(answered.hasPrefix(date)) }
        #expect(try all.map { try client.get($0).body } == before)
    }

    @Test func `A clock that has stopped shows for ever what it showed then`() throws {
        server.begin(try #require(.named("clock-stopped")), after: 1)
        server.setClock(Self.noon + 2 * 86_400)
        let dates = try dates()
        #expect(dates[0].hasPrefix("Sun, 22 Nov 2026 12:0"))
        for date in dates.dropFirst() { #expect(date.hasPrefix("Fri, 20 Nov 2026 12:0")) }
        server.endAccidents()
        #expect(try client.get(all[0]).headers["date"]?.hasPrefix("Sun, 22 Nov 2026 12:0") == true)
    }
}
