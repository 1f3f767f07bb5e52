import SampleNASA
import Testing

/// One answer of the right kind for every question.
@Suite struct SameAnswerTests {
    let server: SampleNASA
    let client: RawClient
    let media: [String]

    init() throws {
        server = try .small()
        client = RawClient(server)
        media = try Questions.media(server)
    }

    private func bodies(_ targets: [String]) throws -> Set<String> {
        Set(try targets.map { try client.get($0).text })
    }

    @Test func `All pictures are the same whole JPEG, which is no day's`() throws {
        let before = Set(try media.map { try client.get($0).body })
        server.begin(.onePicture, on: .media)
        let replies = try media.map { try client.get($0) }
        #expect(Set(replies.map(\.body)).count == 1)
        for reply in replies {
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "image/jpeg")
            #expect(PictureCheck.isWhole(reply.body))
            #expect(!before.contains(reply.body))
        }
        #expect(try client.get(SampleNASA.basic + "/261120").decoded(BasicEntry.self).date == "2026-11-20")
    }

    @Test(arguments: [
        (Accident.oneDocument, 200, "{\"status\":\"ok\"}"), (.emptyList, 200, "[]"),
        (
            .notFound, 404,
            "{\"code\":\"apod_basic_not_found\",\"message\":\"APOD not found.\",\"data\":{\"status\":404}}"
        ),
        (
            .notFoundWithStatus200, 200,
            "{\"code\":\"apod_basic_not_found\",\"message\":\"APOD not found.\",\"data\":{\"status\":404}}"
        ),
    ])
    func `All questions have the same JSON for an answer`(accident: Accident, status: Int, body: String) throws {
        server.begin(accident, on: .api)
        for target in Questions.api {
            let reply = try client.get(target)
            #expect(reply.status == status)
            #expect(reply.headers["content-type"] == "application/json")
            #expect(reply.text == body)
        }
        #expect(try client.get(media[0]).headers["content-type"] == "image/jpeg")
    }

    @Test func `All questions are answered with the newest record`() throws {
        let newest = try [SampleNASA.basic + "/261120", SampleNASA.legacy].map { try client.get($0).text }
        server.begin(.oneRecord)
        #expect(try bodies(Questions.api) == Set(newest))
        #expect(Set(try media.map { try client.get($0).body }).count == media.count)
    }

    @Test func `A cache that forgets the question repeats its first right answers`() throws {
        server.begin(.firstAnswerForAll)
        _ = try client.get(SampleNASA.basic + "/990101")
        let first = try client.get(Questions.api[0])
        let legacy = try client.get(SampleNASA.legacy + "?date=2026-11-07")
        let picture = try client.get(media[1])
        #expect([first.status, legacy.status, picture.status] == [200, 200, 200])
        #expect(try bodies(Questions.api) == [first.text, legacy.text])
        #expect(Set(try media.map { try client.get($0).body }) == [picture.body])
        #expect(first.text.contains("2026-11-01") && first.text.contains("2026-11-05"))
        #expect(legacy.text.contains("2026-11-07"))
        #expect(try client.get(Questions.api[1]).headers["x-wp-total"] == "5")
        #expect(PictureCheck.isWhole(picture.body))
        server.begin(.firstAnswerForAll)
        #expect(try client.get(media[0]).body != picture.body)
    }

    @Test func `A server that has lost everything says so in its own words`() throws {
        server.begin(.nothingPublished)
        let list = try client.get(Questions.api[0])
        #expect(list.text == "[]")
        #expect(list.headers["x-wp-total"] == "0")
        #expect(list.headers["x-wp-totalpages"] == "0")
        for target in [SampleNASA.basic + "/261120", SampleNASA.basic + "/261120/html"] {
            let reply = try client.get(target)
            #expect(reply.status == 404)
            #expect(reply.text.contains("apod_basic_not_found"))
        }
        let single = try client.get(SampleNASA.legacy + "?date=2026-11-20")
        #expect(single.status == 404)
        #expect(single.text.contains("\"code\":404,\"msg\":\"No data available for date: 2026-11-20\""))
        #expect(try client.get(SampleNASA.legacy + "?start_date=2026-11-01&end_date=2026-11-05").text == "[]")
        #expect(Set(try media.map { try client.get($0).status }) == [404])
    }
}
