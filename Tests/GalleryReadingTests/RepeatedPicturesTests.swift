import Days
import Pictures
import Testing

@testable import GalleryReading

@Suite("Days that show the same picture") struct RepeatedPicturesTests {
    private func day(_ number: Int) -> Day { Day.first.advanced(by: number) }
    private func days(_ numbers: Int...) -> Set<Day> { Set(numbers.map(day)) }

    /// Others in so many bits.
    private func hash(_ seed: UInt64, but different: Int = 0) -> PerceptualHash {
        PerceptualHash(bits: (seed &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(1) << UInt64(different) - 1))
    }

    @Test func `are named on each other's day, as far as they are alike`() {
        let repeats = RepeatedPictures([
            day(1): hash(1), day(2): hash(2), day(5): hash(1, but: 8), day(7): hash(1, but: 9), day(9): nil,
        ])
        #expect(repeats[day(1)] == [day(5)])
        #expect(repeats[day(5)] == [day(1), day(7)])
        #expect(repeats[day(2)] == [] && repeats[day(9)] == [] && repeats[day(11)] == [])
        #expect(RepeatedPictures(repeats.bytes) == repeats)
        #expect(RepeatedPictures(Array(repeats.bytes.dropLast())) == nil)
    }

    @Test func `touch those that are shown with others now`() {
        var repeats = RepeatedPictures([day(1): hash(1), day(2): hash(2)])
        #expect(repeats.apply([day(3): hash(1)]) == days(1, 3))
        #expect(repeats.apply([day(3): hash(1), day(2): hash(2)]) == [])
        #expect(repeats.apply([day(3): hash(2)]) == days(1, 2, 3))
        #expect(repeats[day(1)] == [] && repeats[day(2)] == [day(3)])
        #expect(repeats.apply([day(2): nil]) == days(2, 3))
        #expect(repeats[day(3)] == [])
    }

    @Test func `also when very many others come at once`() {
        var repeats = RepeatedPictures([day(1): hash(1), day(2): hash(2)])
        var many = Dictionary(
            uniqueKeysWithValues: (10..<400).map { (day($0), PerceptualHash?.some(hash(UInt64($0)))) })
        many[day(500)] = .some(hash(1))
        #expect(repeats.apply(many).isSuperset(of: days(1, 500)))
        #expect(repeats[day(1)].contains(day(500)))
    }

    @Test func `what very many show is no repeat, and a new one of it touches nobody`() {
        var repeats = RepeatedPictures(Dictionary(uniqueKeysWithValues: (0..<30).map { (day($0), hash(1)) }))
        #expect(repeats[day(3)] == [])
        #expect(repeats.apply([day(40): hash(1)]) == [])
        var some = RepeatedPictures(Dictionary(uniqueKeysWithValues: (0..<24).map { (day($0), hash(1)) }))
        #expect(some[day(3)] == [0, 1, 2, 4, 5, 6, 7, 8].map(day))
        #expect(some.apply([day(40): hash(1)]).count == 25)
        #expect(some[day(3)] == [])
    }
}
