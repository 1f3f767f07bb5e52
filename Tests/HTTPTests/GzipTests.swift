import Testing

@testable import HTTP

/// Answers in gzip, for those who take them.
@Suite struct GzipTests {
    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br, zstd", true), ("deflate, GZIP;q=0.5", true), ("*", true),
        ("br;q=1.0, *;q=0.1", true), ("x-gzip", true), ("gzip;q=1.0;foo=bar", true),
        ("", false), ("identity", false), ("gzip;q=0", false), ("gzip; q=0.000", false), ("*, gzip;q=0", false),
        ("gzip;q=0, *", false), ("*;q=0", false), ("br, deflate", false), ("gzipped", false),
    ])
    func `a client takes gzip where it says so`(header: String, isTaken: Bool) {
        #expect(Gzip.isTaken(header) == isTaken)
    }

    @Test func `what would not become smaller stays as it is`() {
        #expect(Gzip.packed([]) == nil)
        #expect(Gzip.packed([0x61]) == nil)
        var state: UInt32 = 1
        let noise = (0..<4_096).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        #expect(Gzip.packed(noise) == nil)
        let text = [UInt8](repeating: 0x61, count: 4_096)
        let packed = Gzip.packed(text)
        #expect(packed?.prefix(3) == [0x1F, 0x8B, 8] && packed.map { $0.count < 64 } == true)
    }
}
