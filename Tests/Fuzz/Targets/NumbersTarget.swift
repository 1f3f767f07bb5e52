import Days
import Pictures
import Sky

@testable import GalleryReading

extension FuzzTarget {
    /// The numbers in `.apod-mirror/stories`, `looks`, `similar` and `words`, as their files hold them between head
    /// and sum.
    static let numbers = FuzzTarget("numbers") { bytes in
        let numbers = stride(from: 0, to: bytes.count & ~3, by: 4).map { place in
            bytes[place..<place + 4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        }.map { Int32(bitPattern: $0) }
        let file = { (kind: String) in NumbersFile.bytes(kind, numbers: numbers) }
        try promise("a torn file is none", NumbersFile.lists("looks", 1, in: Array(file("looks").dropLast())) == nil)
        if let web = StoryWeb(file("stories")) { try check(web) }
        if let repeats = RepeatedPictures(file("looks")) { try check(repeats) }
        try checkSimilar(SimilarDays(file("similar")), file("words"))
        if let list = NumbersFile.lists("looks", 1, in: file("looks"))?.first { try check(list) }
    }

    private static func check(_ list: DayNumbers) throws {
        let again = NumbersFile.lists("looks", 1, in: NumbersFile.bytes("looks", [list]))
        try promise("numbers are read as they were written", again == [list])
        try promise("days are in order", zip(list.days, list.days.dropFirst()).allSatisfy { $0 < $1 })
        for (place, day) in list.days.enumerated() {
            let range = list.range(at: place)
            try promise("a day's values are among all", range.lowerBound >= 0 && range.upperBound <= list.values.count)
            try promise("a day is found", list.place(of: day) == place)
        }
        let reversed = list.reversed
        try promise("reversed, the days are the same", reversed.days == list.days)
        let known = list.values.count { list.place(of: $0) != nil }
        try promise("reversed, nothing is lost", reversed.values.count == known)
        try promise("nothing differs from itself", list.differences(from: list).isEmpty)
    }

    private static func check(_ web: StoryWeb) throws {
        try promise("stories are read as they were written", StoryWeb(web.bytes) == web)
        try check(web.texts)
        let mentions = web.mentions
        for day in someDays(web.texts) {
            for other in mentions[day] { try promise("who mentions leads there", web[other].links.contains(day)) }
        }
        _ = web.months
        for (object, days) in web.daysOfObjects {
            try promise("who names a thing has it", days.allSatisfy { web[$0].objects.contains(object) })
        }
        var changed = web
        let day = someDays(web.texts)[0]
        _ = changed.apply([day: StoryWeb.Facts(links: [day.advanced(by: 1)], objects: [], text: 1)])
        try promise("what a story says is kept", changed[day].links == [day.advanced(by: 1)])
        _ = changed.apply([day: nil])
        try promise("what is gone is gone", !changed.contains(day))
    }

    private static func check(_ repeats: RepeatedPictures) throws {
        try promise("hashes are read as they were written", RepeatedPictures(repeats.bytes) == repeats)
        guard let list = NumbersFile.lists("looks", 1, in: repeats.bytes)?.first else { return }
        var changed = repeats
        for day in someDays(list) {
            try promise("a day is no other day's copy of itself", !repeats[day].contains(day))
            _ = changed.apply([day: PerceptualHash(bits: 0x0123_4567_89AB_CDEF)])
        }
    }

    private static func checkSimilar(_ similar: SimilarDays?, _ words: [UInt8]) throws {
        guard var similar else { return }
        try promise("who is like whom is read as it was written", SimilarDays(similar.bytes) == similar)
        for day in someDays(similar.neighbours) { _ = similar[day] }
        // Words are believed of the very days that were compared.
        similar.texts = NumbersFile.lists("words", 2, in: words)?.last ?? DayNumbers()
        guard similar.takeWords(words) else { return }
        let terms = StoryTerms(title: "The Cat's Eye", story: "A nebula with a star in it", objects: [])
        let days = someDays(similar.words)
        let changes = [(days[0], terms), (days[2], terms), (days[1], nil)]
        _ = similar.apply(Dictionary(changes) { $1 })
        try promise("what is gone is gone", !similar.contains(days[1]))
    }

    /// The first, the last, and one that mostly is not there.
    private static func someDays(_ list: DayNumbers) -> [Day] {
        [list.days.first ?? 0, list.days.last ?? 1, 20_000].map { Day(number: Int($0)) }
    }
}
