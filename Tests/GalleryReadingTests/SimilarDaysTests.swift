import Days
import Testing

@testable import GalleryReading

@Suite("Days that are like each other")
struct SimilarDaysTests {
    private func day(_ number: Int) -> Day { Day.first.advanced(by: number) }

    private func terms(_ title: String, _ story: String = "") -> StoryTerms {
        StoryTerms(title: title, story: story, objects: [])
    }

    private static let subjects = [
        "A total eclipse of the Sun seen over mountains", "The rings of Saturn and its moon Titan",
        "A spiral galaxy with dusty arms", "A planetary nebula around a dying star", "A comet with two tails at dawn",
        "Aurora above an icy lake", "Sand dunes of a red desert planet", "Launch of a rocket at midnight",
    ]

    /// Some days of each subject, each with a word of its own.
    private func sky(_ count: Int) -> [(day: Day, terms: StoryTerms)] {
        (0..<count).map { number in
            (day(number), terms(Self.subjects[number % 8], "On number\(number)abc this \(Self.subjects[number % 8])."))
        }
    }

    @Test func `are those that say the same of what few others speak of`() {
        let similar = SimilarDays(sky(80))
        for number in 0..<80 {
            let found = similar[day(number)]
            #expect(found.count == 8 && !found.contains(day(number)))
            #expect(found.allSatisfy { ($0.number - Day.first.number) % 8 == number % 8 }, "\(number): \(found)")
        }
    }

    @Test func `words count, and not how they are written`() {
        var days = sky(32)
        days.append((day(40), terms("Nebulas and GALAXIES: the Bumblebees")))
        days.append((day(41), terms("nebula & galaxy, the bumblebee's")))
        let similar = SimilarDays(days)
        #expect(similar[day(41)].first == day(40) && similar[day(40)].first == day(41))
    }

    @Test func `a day that comes is found by the others, and one that goes by none`() {
        var similar = SimilarDays(sky(80))
        let before = similar
        let touched = similar.apply([day(80): terms(Self.subjects[0], "On \(Self.subjects[0])")])
        #expect(similar[day(80)].count == 8)
        #expect(similar[day(80)].allSatisfy { ($0.number - Day.first.number) % 8 == 0 })
        #expect(touched.contains(day(80)))
        for number in 0..<80 where similar[day(number)] != before[day(number)] {
            #expect(touched.contains(day(number)))
        }
        let shown = (0..<80).filter { similar[day($0)].contains(day(80)) }
        let gone = similar.apply([day(80): StoryTerms?.none])
        #expect(gone == Set(shown.map(day)))
        #expect((0..<80).allSatisfy { !similar[day($0)].contains(day(80)) && similar[day($0)].count == 8 })
        #expect(!similar.contains(day(80)))
    }

    @Test func `one by one they become what all at once are`() {
        var all = sky(80)
        let later = all.remove(at: 30)
        var similar = SimilarDays(all)
        _ = similar.apply([later.day: later.terms])
        // The weights of words are those of the former days: who is like whom hardly changes by it.
        let whole = SimilarDays(sky(80))
        let same = (0..<80).count { Set(similar[day($0)]) == Set(whole[day($0)]) }
        #expect(same > 60)
    }

    @Test func `what is kept is what it was`() {
        var similar = SimilarDays(sky(40))
        similar.texts.merge(Dictionary(uniqueKeysWithValues: (0..<40).map { (day($0), [Int32($0)]) }))
        var read = SimilarDays(similar.bytes)
        #expect(read?.neighbours == similar.neighbours && read?.texts == similar.texts)
        #expect(read?.takeWords(similar.wordBytes) == true && read == similar)
        #expect(SimilarDays(Array(similar.bytes.dropLast())) == nil)
        #expect(read?.takeWords(similar.bytes) == false)
        var torn = similar.bytes
        torn[torn.count / 2] ^= 1
        #expect(SimilarDays(torn) == nil)
        #expect(SimilarDays(SimilarDays().bytes) == SimilarDays())
        #expect(SimilarDays([])[day(1)].isEmpty)
    }
}
