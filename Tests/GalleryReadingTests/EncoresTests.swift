import Days
import Pictures
import Testing

@testable import GalleryReading

@Suite("Days that show the same picture") struct EncoresTests {
    private func day(_ number: Int) -> Day { Day.first.advanced(by: number) }
    private func days(_ numbers: Int...) -> Set<Day> { Set(numbers.map(day)) }

    /// Others in so many bits.
    private func look(_ seed: UInt64, but different: Int = 0) -> Look {
        Look(bits: (seed &* 0x9E37_79B9_7F4A_7C15) ^ (UInt64(1) << UInt64(different) - 1))
    }

    @Test func `are named on each other's day, as far as they are alike`() {
        let encores = Encores([
            day(1): look(1), day(2): look(2), day(5): look(1, but: 8), day(7): look(1, but: 9), day(9): nil,
        ])
        #expect(encores[day(1)] == [day(5)])
        #expect(encores[day(5)] == [day(1), day(7)])
        #expect(encores[day(2)] == [] && encores[day(9)] == [] && encores[day(11)] == [])
        #expect(Encores(encores.bytes) == encores)
        #expect(Encores(Array(encores.bytes.dropLast())) == nil)
    }

    @Test func `touch those that are shown with others now`() {
        var encores = Encores([day(1): look(1), day(2): look(2)])
        #expect(encores.apply([day(3): look(1)]) == days(1, 3))
        #expect(encores.apply([day(3): look(1), day(2): look(2)]) == [])
        #expect(encores.apply([day(3): look(2)]) == days(1, 2, 3))
        #expect(encores[day(1)] == [] && encores[day(2)] == [day(3)])
        #expect(encores.apply([day(2): nil]) == days(2, 3))
        #expect(encores[day(3)] == [])
    }

    @Test func `also when very many others come at once`() {
        var encores = Encores([day(1): look(1), day(2): look(2)])
        var many = Dictionary(uniqueKeysWithValues: (10..<400).map { (day($0), Look?.some(look(UInt64($0)))) })
        many[day(500)] = .some(look(1))
        #expect(encores.apply(many).isSuperset(of: days(1, 500)))
        #expect(encores[day(1)].contains(day(500)))
    }

    @Test func `what very many show is no encore, and a new one of it touches nobody`() {
        var encores = Encores(Dictionary(uniqueKeysWithValues: (0..<30).map { (day($0), look(1)) }))
        #expect(encores[day(3)] == [])
        #expect(encores.apply([day(40): look(1)]) == [])
        var some = Encores(Dictionary(uniqueKeysWithValues: (0..<24).map { (day($0), look(1)) }))
        #expect(some[day(3)] == [0, 1, 2, 4, 5, 6, 7, 8].map(day))
        #expect(some.apply([day(40): look(1)]).count == 25)
        #expect(some[day(3)] == [])
    }
}
