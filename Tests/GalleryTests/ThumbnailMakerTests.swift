import Testing

@testable import Gallery

@Suite("Pictures are decoded as many at a time as there are cores and memory for them")
struct ThumbnailMakerTests {
    @Test(arguments: [
        (cores: 1, free: 8_000, width: 1), (2, 8_000, 2), (2, 610, 2), (2, 590, 1), (2, 100, 1), (16, 8_000, 4),
        (4, 1_000, 3), (2, nil, 2),
    ])
    func `each core decodes one, and one is decoded in any case`(cores: Int, free: Int?, width: Int) {
        #expect(ThumbnailMaker.width(cores: cores, free: free.map { $0 * 1_000_000 }) == width)
    }
}
