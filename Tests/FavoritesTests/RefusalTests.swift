import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport

@Suite("A refusal names the entry, the reason and what to do")
struct RefusalTests {
    @Test(arguments: [
        (Refusal.outside, "leads out of the mirror"), (.folder, "leads to a folder"), (.loop, "leads back to itself"),
        (.noPicture, "no day's picture"), (.future(day), "2026-11-20 has not come"), (.gap(day), "on 2026-11-20"),
        (.unreadable(reason: "Permission denied"), "(Permission denied)"), (.inUse, "It is read again"),
        (.notAFile, "neither a link nor a file"),
    ])
    func `in one line`(refusal: Refusal, words: String) {
        let sentence = refusal.sentence(entry: "Galaxies/a\n\u{1B}[2J\u{202E}b.jpg")
        #expect(sentence.hasPrefix("favorites/Galaxies/a \u{FFFD}[2Jb.jpg is no favorite: "))
        #expect(sentence.contains(words) && sentence.hasSuffix("."))
        #expect(!sentence.contains("\n"))
    }
}
