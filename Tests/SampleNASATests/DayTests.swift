import SampleNASA
import Testing

@Suite struct DayTests {
    @Test func `The four dates without a picture stay empty`() {
        let server = SampleNASA(.init(first: "1995-06-16", last: "1995-06-30", pictureSize: .small))
        #expect(server.dates.prefix(2) == ["1995-06-16", "1995-06-20"])
        #expect(server.day("1995-06-20")?.media == .placeholder)
        #expect(SampleDay.generated("2020-06-10") == nil)
    }

    @Test func `A day that is like another has its words and its kind, and its own addresses`() throws {
        let poster = try #require(SampleDay.generated("2026-10-08")?.picture)
        let day = try #require(SampleDay.generated("2030-01-10", like: "2026-10-08"))
        #expect(day.date == "2030-01-10")
        #expect(day.title == SampleDay.generated("2026-10-08")?.title)
        guard case .video(let film, let picture) = day.media else {
            Issue.record("\(day.media) is no film")
            return
        }
        #expect(film.folder == "2030/january")
        #expect((picture.width, picture.bytes) == (poster.width, poster.bytes))
    }

    @Test func `What is so many days ago is of the same kind on every day`() {
        let today = USEastern.today
        let server = SampleNASA(.recent(60, pictureSize: .small))
        for ago in 0..<60 {
            let model = SampleDay.generated(USEastern.day("2026-11-25", plus: -ago), pictureSize: .small)
            #expect(server.day(USEastern.day(today, plus: -ago))?.title == model?.title)
        }
    }

    @Test func `Neighbours that share a picture share its bytes`() {
        let server = SampleNASA(.init(first: "1997-01-01", last: "1997-01-04", pictureSize: .small))
        #expect(server.picture(for: "1997-01-02") == server.picture(for: "1997-01-03"))
        #expect(server.picture(for: "1997-01-02") != server.picture(for: "1997-01-04"))
    }

    @Test func `The same options give the same bytes`() {
        let servers = (0..<2).map { _ in SampleNASA() }
        #expect(servers[0].picture(for: "2026-11-20") == servers[1].picture(for: "2026-11-20"))
        #expect(servers[0].dates.count == 60)
    }

    @Test func `Days appear, change and go`() throws {
        let server = SampleNASA(.init(pictureSize: .small))
        server.publish(through: "2026-11-22")
        #expect(server.dates.last == "2026-11-22")
        server.publish(through: "2026-11-19")
        #expect(server.day("2026-11-20") == nil)
        #expect(server.picture(for: "2026-11-20").isEmpty)
        server.publish(through: "2026-11-22")
        var day = try #require(server.day("2026-11-22"))
        day.title = "Corrected"
        server.update(day)
        #expect(server.day("2026-11-22")?.title == "Corrected")
        server.remove("2026-11-22")
        #expect(server.dates.last == "2026-11-21")
    }

    @Test func `Half of the varied pictures are below 250 kB and one has 25 MB`() {
        let server = SampleNASA()
        let sizes = server.dates.map { server.picture(for: $0).count }.filter { $0 > 0 }.sorted()
        #expect(sizes.last == 25_000_000)
        #expect((100_000...250_000).contains(sizes[sizes.count / 2]))
        #expect(sizes.allSatisfy { $0 >= 15_000 })
    }
}
