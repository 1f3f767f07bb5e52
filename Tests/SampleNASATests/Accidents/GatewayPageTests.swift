import FoundationEssentials
import SampleNASA
import Testing

/// What all answers say alike.
@Suite struct GatewayPageTests {
    let server: SampleNASA
    let client: RawClient
    let all: [String]

    init() throws {
        server = try .small()
        client = RawClient(server)
        all = try Questions.all(server)
    }

    private func replies() throws -> [RawClient.Reply] { try all.map { try client.get($0) } }

    @Test(arguments: [200, 403, 404, 410, 451, 500, 502, 503, 504])
    func `A gateway answers every request with its page, its JSON or nothing`(status: Int) throws {
        for (kind, type) in [("html", "text/html; charset=UTF-8"), ("json", "application/json"), ("empty", "")] {
            let accident = try #require(Accident.named("gateway-\(status)-\(kind)"))
            #expect(Accident.gatewayPages.contains(accident))
            server.begin(accident)
            let replies = try replies()
            #expect(Set(replies.map(\.status)) == [status])
            #expect(Set(replies.map(\.body)).count == 1)
            let reply = try #require(replies.first)
            #expect(reply.headers["content-length"] == String(reply.body.count))
            #expect(reply.body.isEmpty == (kind == "empty"))
            if kind != "empty" { #expect(reply.headers["content-type"] == type) }
            if kind == "html" { #expect(reply.text.hasPrefix("<!DOCTYPE html>")) }
            if kind == "json" {
                struct Words: Decodable { let code: Int, message: String }
                #expect(try reply.decoded(Words.self).code == status)
            }
        }
    }

    @Test(arguments: [
        ("gateway-404-json", #"{"code":404,"message":"Not Found"}"#),
        ("gateway-404-error", #"{"error":{"code":"NOT_FOUND","message":"Not found"}}"#),
        ("gateway-404-msg", #"{"msg":"Not found"}"#),
        ("gateway-404-code-and-msg", #"{"code":404,"msg":"Not found"}"#),
    ])
    func `A gateway's "not found" has many shapes`(name: String, body: String) throws {
        server.begin(try #require(.named(name)))
        for reply in try replies() {
            #expect(reply.status == 404)
            #expect(reply.text == body)
        }
    }

    @Test func `A page can call itself a picture`() throws {
        server.begin(try #require(.named("gateway-html-as-jpeg")))
        for reply in try replies() {
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "image/jpeg")
            #expect(reply.text.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test(arguments: [
        ("refused-403", 403, nil), ("refused-403-retry-after", 403, "3600"), ("refused-429", 429, nil),
        ("refused-429-retry-after", 429, "3600"),
    ])
    func `Everything is refused, with the time to wait or without`(name: String, status: Int, wait: String?) throws {
        let accident = try #require(Accident.named(name))
        #expect(Accident.refusals.contains(accident))
        server.begin(accident)
        for reply in try replies() {
            #expect(reply.status == status)
            #expect(reply.headers["retry-after"] == wait)
        }
    }

    @Test(arguments: [301, 302], ["picture", "page"])
    func `Every request is redirected to one address, which answers`(status: Int, kind: String) throws {
        let accident = try #require(Accident.named("redirect-\(status)-\(kind)"))
        #expect(Accident.redirects.contains(accident))
        server.begin(accident)
        let replies = try replies()
        #expect(Set(replies.map(\.status)) == [status])
        let places = Set(replies.map { $0.headers["location"] ?? "" })
        #expect(places.count == 1)
        let place = try #require(places.first)
        #expect(place.hasPrefix(server.baseURL))
        let there = try client.get(server.path(place))
        #expect(there.status == 200)
        if kind == "picture" {
            #expect(place.hasSuffix("/news-thumbnail.jpg"))
            #expect(there.headers["content-type"] == "image/jpeg")
            #expect(PictureCheck.isWhole(there.body))
        } else {
            #expect(there.text.hasPrefix("<!DOCTYPE html>"))
        }
    }
}
