import SampleNASA
import Testing

/// When accidents begin and end, and what they befall.
@Suite struct AccidentTests {
    let server: SampleNASA
    let client: RawClient
    let picture: String
    private static let entry = SampleNASA.basic + "/261120"

    init() throws {
        server = try .small()
        client = RawClient(server)
        picture = try Questions.media(server)[0]
        server.clearRequests()
    }

    private func statuses(_ targets: [String]) throws -> [Int] { try targets.map { try client.get($0).status } }

    @Test func `Each has a name of its own, by which it is found`() {
        #expect(Set(Accident.all.map(\.name)).count == Accident.all.count)
        #expect(Set(Accident.all).count == Accident.all.count)
        for accident in Accident.all { #expect(Accident.named(accident.name) == accident) }
        #expect(Accident.named("gateway-502-html") != nil)
        #expect(Accident.named("gateway") == nil)
    }

    @Test func `One begins after so many requests to API and media, and ends after so many answers`() throws {
        server.begin(try #require(.named("gateway-502-html")), after: 3, times: 2)
        let asked = [Self.entry, picture, SampleNASA.legacy, picture, Self.entry, Self.entry, picture]
        #expect(try statuses(asked) == [200, 200, 200, 502, 502, 200, 200])
        #expect(server.requests.map(\.isStruck) == [false, false, false, true, true, false, false])
    }

    @Test(arguments: [(Accident.Part.api, [200, 200, 451, 200]), (.media, [200, 200, 200, 451])])
    func `One that befalls a part counts the requests to that part`(part: Accident.Part, statuses: [Int]) throws {
        server.begin(try #require(.named("gateway-451-json")), on: part, after: 1)
        #expect(try self.statuses([Self.entry, picture, SampleNASA.legacy, picture]) == statuses)
    }

    @Test func `Each part can have its own, and all end when the test says so`() throws {
        server.begin(try #require(.named("gateway-410-empty")), on: .api)
        server.begin(try #require(.named("refused-403")), on: .media)
        server.setFault(.status(500), for: .day("2026-11-03"))
        #expect(try statuses([Self.entry, picture]) == [410, 403])
        server.endAccidents()
        #expect(try statuses([Self.entry, picture, SampleNASA.basic + "/261103"]) == [200, 200, 500])
    }

    @Test func `A fault of a single day can spare some answers, too`() throws {
        server.setFault(.status(500), for: .day("2026-11-20"), after: 1, times: 1)
        #expect(
            try statuses([Self.entry, SampleNASA.basic + "/261103", Self.entry, Self.entry]) == [200, 200, 500, 200])
    }

    @Test(arguments: Accident.all.filter { !$0.keepsWaiting })
    func `After each the server answers as before`(accident: Accident) throws {
        let asked = try Questions.all(server)
        let before = try asked.map { try client.get($0).body }
        server.begin(accident)
        for target in asked { _ = try? client.get(target) }
        server.endAccidents()
        #expect(try asked.map { try client.get($0).body } == before)
    }
}
