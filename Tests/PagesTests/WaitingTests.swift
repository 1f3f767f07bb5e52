import Days
import Testing

@testable import Pages

@Suite("Why a picture is not here yet") struct WaitingTests {
    @Test(arguments: [
        ("https://a/b.jpg answered with status 404.", "NASA’s server does not have this picture yet."),
        ("https://a/b.jpg answered with status 503 and asks to wait 60 s.", "This picture could not be fetched yet."),
        ("https://a/b.jpg cannot be reached: no route to host.", "NASA’s server could not be reached."),
        ("https://a/b.jpg did not answer within 30 seconds.", "NASA’s server could not be reached."),
        ("https://a/b.jpg ended after 3 of 5 bytes.", "This picture did not come whole."),
        ("to be fetched", "This picture could not be fetched yet."),
    ])
    func `it is said in words`(reason: String, words: String) {
        #expect(Waiting(reason).inWords == words)
    }

    @Test func `and when it is asked for again`() {
        #expect(
            Waiting("x", again: Day("2026-11-24")).inWords
                == "This picture could not be fetched yet. It is asked for again on Tuesday, November 24.")
    }
}
