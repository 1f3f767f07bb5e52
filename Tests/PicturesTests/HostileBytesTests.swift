import Foundation
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import Pictures

/// A trap would end the daemon: these tests fail by crashing.
@Suite("Bytes made to harm are read to their end", .timeLimit(.minutes(15)))
struct HostileBytesTests {
    private static let extremes: [[UInt8]] = [
        [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F],
        [UInt8](repeating: 0xFF, count: 8), [0x7F] + [UInt8](repeating: 0xFF, count: 7),
    ]

    @Test(arguments: Specimen.all)
    func `extreme numbers anywhere in a file`(specimen: Specimen) {
        for extreme in Self.extremes {
            for offset in 0...specimen.bytes.count - min(specimen.bytes.count, extreme.count) {
                var bytes = specimen.bytes
                bytes.replaceSubrange(offset..<offset + extreme.count, with: extreme)
                expectAnswer(bytes)
            }
        }
    }

    @Test func `boxes that claim to reach beyond every number`() {
        let limits: [[UInt8]] = [
            [0x7F] + [UInt8](repeating: 0xFF, count: 7), [UInt8](repeating: 0xFF, count: 8), big32(0) + big32(15),
            big32(0) + big32(16), big32(0x7FFF_FFFF) + big32(0xFFFF_FFF8),
        ]
        for limit in limits {
            for type in ["mdat", "moov", "trak", "tkhd"] {
                let box = big32(1) + ascii(type) + limit + [1, 2, 3]
                expectAnswer(Specimen.ftyp("isom") + box)
                expectAnswer(Specimen.ftyp("isom") + Specimen.box("mdat", []) + Specimen.box("moov", box))
                expectAnswer(Specimen.box("mdat", []) + Specimen.box("moov", Specimen.box("trak", box)))
                expectAnswer(Specimen.box("mdat", []) + Specimen.box("moov", big32(1) + ascii("trak") + limit + box))
            }
        }
    }

    /// Every entry claims the same long list: read for each of them, it would keep the daemon for hours.
    @Test func `a TIFF whose directory repeats itself is answered soon`() {
        let entries = 65_535
        let list = 8 + 2 + entries * 12 + 4
        let entry = little16(273) + little16(3) + little32(65_536) + little32(list)
        var bytes = ascii("II") + little16(42) + little32(8) + little16(entries)
        for _ in 0..<entries { bytes += entry }
        bytes += [UInt8](repeating: 0, count: 4 + 2 * 65_536)
        expectAnswer(bytes)
    }

    /// Each entry's list lies far from its directory: every step leaves the window of the file that is in memory.
    @Test func `a TIFF that points far apart is answered`() {
        let entries = 65_535
        let far = 8 + 2 + entries * 12 + 4 + 70_000
        let entry = little16(273) + little16(4) + little32(2) + little32(far)
        var bytes = ascii("II") + little16(42) + little32(8) + little16(entries)
        for _ in 0..<entries { bytes += entry }
        bytes += little32(8) + [UInt8](repeating: 0, count: 70_000 + 8)
        expectAnswer(bytes)
    }

    @Test func `a film of very many boxes, each of another kind, is answered`() throws {
        let film = Specimen.movie([Specimen.track(64, 48)]) + Specimen.box("mdat", [])
        var bytes = Specimen.ftyp("isom")
        for number in 0..<100_000 { bytes += big32(8) + big32(number | 1 << 31) }
        let facts = try PictureFacts(inspecting: FileBytes(bytes + film))
        #expect(facts == PictureFacts(format: .mp4, size: PixelSize(width: 64, height: 48)))
    }

    @Test func `a TIFF whose directories go round in a circle is answered`() {
        for (place, next) in [(8, 8), (8, 2), (0, 0), (8, 0xFFFF_FFFF)] {
            let entries = [(256, 9), (257, 9), (273, 0), (279, 1)].map { tag, value in
                little16(tag) + little16(4) + little32(1) + little32(value)
            }
            let directory = little16(4) + entries.flatMap { $0 } + little32(next)
            expectAnswer(ascii("II") + little16(42) + little32(place) + directory)
        }
    }

    @Test func `random bytes behind every magic, and specimens with random faults`() {
        var random = Dice.thrown(for: "random bytes")
        for _ in 0..<(Abilities.isLong ? 50_000 : 1_000) {
            let specimen = Specimen.all[random.below(Specimen.all.count)]
            let count = random.below(300)
            expectAnswer(specimen.bytes.prefix(12) + (0..<count).map { _ in UInt8(random.below(256)) })
            var bytes = specimen.bytes
            for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            bytes.removeSubrange(random.below(bytes.count)..<bytes.count - random.below(2))
            expectAnswer(bytes)
            expectAnswer(specimen.bytes.shuffled(using: &random))
        }
    }

    private func expectAnswer(_ bytes: [UInt8]) {
        do {
            _ = try PictureFacts(inspecting: FileBytes(bytes))
        } catch {
            #expect(error is PictureDefect, "\(error)")
        }
    }
}
