import Pictures
import Testing

@Suite("What a picture looks like") struct LookTests {
    /// Waves that no other seed has.
    private func grey(_ seed: Int, brightness: Float = 1) -> [Float] {
        (0..<32 * 32).map { place in
            let (x, y) = (place % 32, place / 32)
            return brightness * Float((x * (seed + 3) * 7 + y * y * (seed + 5)) % 97)
        }
    }

    @Test func `another brightness is the same, another picture is not`() throws {
        let looks = try (0..<20).map { try #require(Look(grey: grey($0))) }
        for (seed, look) in looks.enumerated() {
            #expect(try #require(Look(grey: grey(seed, brightness: 0.7))).isLike(look))
            for other in looks[..<seed] { #expect(!look.isLike(other)) }
        }
    }

    @Test func `of what shows next to nothing there is none`() {
        #expect(Look(grey: [Float](repeating: 7, count: 32 * 32)) == nil)
        #expect(Look(grey: [7]) == nil)
    }

    @Test func `it stands in its thumbnail, and nothing else is taken for one`() throws {
        let look = Look(bits: 0xFEDC_BA98_7654_3210), jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3]
        let written = look.written(into: jpeg)
        #expect(Array(written.prefix(2)) == [0xFF, 0xD8] && Array(written.suffix(5)) == Array(jpeg.dropFirst(2)))
        #expect(Look(in: written) == look)
        #expect(Look(in: Array(written.prefix(Look.length))) == look)
        for place in 0..<Look.length {
            #expect(Look(in: Array(written.prefix(place))) == nil)
            var damaged = written
            damaged[place] = UInt8(ascii: "~")
            #expect(Look(in: damaged) == nil)
        }
        #expect(Look(in: jpeg) == nil)
    }
}
