import Testing

@testable import Settings

@Suite struct NearMissTests {
    @Test(
        arguments: [
            ("snyc", "sync"), ("vrify", "verify"), ("serach", "search"), ("unhid", "unhide"), ("conf", "config"),
            ("Sync", "sync"), ("x", nil), ("favourites", nil), ("", nil),
        ] as [(String, String?)])
    func `finds what was meant`(word: String, meant: String?) {
        #expect(nearest(to: word, in: ["sync", "show", "search", "hide", "unhide", "verify", "config"]) == meant)
    }
}
