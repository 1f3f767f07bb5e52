import Days
import Folder
import HTTP
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving

/// Whose stars count.
@Suite struct StarDeskTests {
    private let desk = StarDesk(origins: Origins(publicURL: nil, takesStars: true, machine: "nas"), token: "the-token")
    {
        _ in .kept
    }
    private let now = ContinuousClock.now

    /// A request as the gallery's own page sends it, changed.
    private func request(_ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
        var request = HTTPRequest(method: "POST", target: "/star?wish=%2B2026-07-04", host: "nas.local:8095")
        request.proof = HTTPRequest.Proof(token: "the-token", origin: "http://nas.local:8095", site: "same-origin")
        change(&request)
        return request
    }

    private func refusal(_ change: (inout HTTPRequest) -> Void) -> StarOutcome? {
        guard case .failure(let outcome) = desk.judge(request(change), at: now) else { return nil }
        return outcome
    }

    @Test(arguments: [
        ("+2026-07-04", "2026-07-04", true), ("-1995-06-16", "1995-06-16", false),
    ])
    func `a wish is a sign and a day`(text: String, day: String, isWanted: Bool) throws {
        let wish = try #require(StarWish(text))
        #expect(wish.day == Day.of(day) && wish.isWanted == isWanted)
        #expect(wish.text == text)
    }

    @Test(arguments: [
        "", "+", "2026-07-04", " 2026-07-04", "+2026-7-4", "+2026-02-30", "+2026-07-04 ", "++2026-07-04",
        "+2026-07-04\n",
        "+２０２６-07-04", "−2026-07-04", "+2026-07-041",
    ])
    func `nothing else is one`(text: String) {
        #expect(StarWish(text) == nil)
    }

    @Test func `the message to the daemon says the wish and the mirror`() throws {
        let wish = try #require(StarWish("-2026-07-04"))
        #expect(wish.message(to: "ab12") == Array("-2026-07-04 ab12".utf8))
        let read = try #require(StarWish.read(wish.message(to: "ab12")))
        #expect(read.wish == wish && read.mirror == "ab12")
    }

    @Test func `a name in a refusal does nothing to a terminal or a page`() {
        #expect(!StarOutcome.refused("\u{1B}[31mx is no link").told.sentence.contains("\u{1B}"))
    }

    @Test func `a star of the own page counts, however the household calls the machine`() throws {
        let wish = try #require(StarWish("+2026-07-04"))
        for host in ["nas.local:8095", "192.168.1.5:8095", "NAS", "[fd00::5]:8095"] {
            let request = request {
                $0.host = host
                $0.proof.origin = "http://\(host)"
            }
            #expect(try desk.judge(request, at: now).get() == wish, "\(host)")
        }
        // Browsers tell Sec-Fetch-Site to secure origins only.
        #expect(try desk.judge(request { $0.proof.site = nil }, at: now).get() == wish)
    }

    @Test func `no stranger's does`() {
        let strange: [(String, (inout HTTPRequest) -> Void)] = [
            ("no token", { $0.proof.token = nil }), ("an empty token", { $0.proof.token = "" }),
            ("another token", { $0.proof.token = "the-tokem" }), ("a longer token", { $0.proof.token = "the-token1" }),
            ("no origin", { $0.proof.origin = nil }), ("a page without an origin", { $0.proof.origin = "null" }),
            ("another site", { $0.proof.origin = "https://evil.example" }),
            ("another port", { $0.proof.origin = "http://nas.local:80" }),
            ("another scheme", { $0.proof.origin = "https://nas.local:8095" }),
            ("another site, by the browser", { $0.proof.site = "cross-site" }),
            ("a neighbour", { $0.proof.site = "same-site" }), ("an address typed", { $0.proof.site = "none" }),
            ("no host", { $0.host = nil }), ("a proxy", { $0.mayBeForwarded = true }),
            (
                "this machine's own browser, or a proxy",
                {
                    $0.host = "127.0.0.1:8095"
                    $0.proof.origin = "http://127.0.0.1:8095"
                }
            ),
            (
                "a stranger's name that leads here",
                {
                    $0.host = "evil.example:8095"
                    $0.proof.origin = "http://evil.example:8095"
                }
            ),
            (
                "the machine's name in a stranger's domain",
                {
                    $0.host = "nas.evil.example"
                    $0.proof.origin = "http://nas.evil.example"
                }
            ),
        ]
        for (who, change) in strange { #expect(refusal(change) == .foreign, "\(who)") }
    }

    @Test func `behind a public address no star counts`() {
        let open = StarDesk(origins: Origins(publicURL: "https://apod.example.org", machine: "nas"), token: "the-token")
        {
            _ in .kept
        }
        #expect(throws: StarOutcome.foreign) { try open.judge(request(), at: now).get() }
    }

    @Test(arguments: [
        "/star", "/star?wish=", "/star?wish=+2026-07-04", "/star?wish=%2B2026-07-04&wish=-2026-07-04",
        "/star?wish=%2B2026-07-04&more=1", "/star?other=%2B2026-07-04", "/star?wish=%2B2026-02-30",
    ])
    func `an address that says no wish is told so`(target: String) {
        #expect(refusal { $0.target = target } == .nonsense)
    }

    @Test func `a body is refused`() {
        #expect(refusal { $0.hasBody = true } == .body)
    }

    @Test func `a client has so many in a minute, and strangers use none of them up`() throws {
        for _ in 0..<500 { #expect(refusal { $0.proof.token = "wrong" } == .foreign) }
        for _ in 0..<StarDesk.mostInMinute { _ = try desk.judge(request(), at: now).get() }
        #expect(refusal { _ in } == .tooMany(seconds: 61))
        func judge(after seconds: Int) -> StarOutcome? {
            guard case .failure(let outcome) = desk.judge(request(), at: now + .seconds(seconds)) else { return nil }
            return outcome
        }
        #expect(judge(after: 50) == .tooMany(seconds: 11))
        #expect(judge(after: 61) == nil)
    }

    @Test func `each start has another token, which nobody guesses`() {
        let tokens = Set((0..<100).map { _ in StarDesk.newToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count > 30 && $0.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D } })
    }
}
