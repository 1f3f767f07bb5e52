import Pictures
import Testing

@Suite("A picture's perceptual hash") struct PerceptualHashTests {
    /// Waves that no other seed has.
    private func grey(_ seed: Int, brightness: Float = 1) -> [Float] {
        (0..<32 * 32).map { place in
            let (x, y) = (place % 32, place / 32)
            return brightness * Float((x * (seed + 3) * 7 + y * y * (seed + 5)) % 97)
        }
    }

    @Test func `another brightness is the same, another picture is not`() throws {
        let hashes = try (0..<20).map { try #require(PerceptualHash(grey: grey($0))) }
        for (seed, hash) in hashes.enumerated() {
            #expect(try #require(PerceptualHash(grey: grey(seed, brightness: 0.7))).isLike(hash))
            for other in hashes[..<seed] { #expect(!hash.isLike(other)) }
        }
    }

    @Test func `of what shows next to nothing there is none`() {
        #expect(PerceptualHash(grey: [Float](repeating: 7, count: 32 * 32)) == nil)
        #expect(PerceptualHash(grey: [7]) == nil)
    }

    @Test func `it stands in its thumbnail, and nothing else is taken for one`() throws {
        let hash = PerceptualHash(bits: 0xFEDC_BA98_7654_3210), jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3]
        let written = hash.written(into: jpeg)
        #expect(Array(written.prefix(2)) == [0xFF, 0xD8] && Array(written.suffix(5)) == Array(jpeg.dropFirst(2)))
        #expect(PerceptualHash(in: written) == hash)
        #expect(PerceptualHash(in: Array(written.prefix(PerceptualHash.length))) == hash)
        for place in 0..<PerceptualHash.length {
            #expect(PerceptualHash(in: Array(written.prefix(place))) == nil)
            var damaged = written
            damaged[place] = UInt8(ascii: "~")
            #expect(PerceptualHash(in: damaged) == nil)
        }
        #expect(PerceptualHash(in: jpeg) == nil)
    }
}
