import Folder
import Foundation
import Testing

import struct Pictures.PerceptualHash
import struct Pictures.PixelSize

@testable import Gallery
@testable import SampleNASA

/// The same picture is found again, by the real decoder and in a mirror that the real program keeps.
@Suite("A picture that is shown again", .needsBinary, .needsThumbnailer, .timeLimit(.minutes(15)))
struct RepeatedPictureTests {
    /// At least 95 of 100 pairs, and none of a thousand that are no pairs.
    @Test func `is known in another size, format and quality, and others are not taken for it`() throws {
        let worker = try ThumbnailWorker()
        func hash(_ raster: Raster, _ format: PictureFormat, quality: Int = 85) throws -> PerceptualHash? {
            let file = try OpenFile.inMemory("picture")
            try file.write(format.encoded(raster, quality: quality))
            let made = try worker.ask(file, "320 look", files: 1)
            #expect(made.line?.hasPrefix("made ") == true)
            return PerceptualHash(in: made.thumbnails[0])
        }
        var (found, pairs, furthest): (Int, Int, Int) = (0, 0, 0)
        var originals: [PerceptualHash] = []
        for seed in 0..<46 {
            let scene = Scene(seed: UInt64(seed * 13 + 5))
            let large = scene.painted(width: 640, height: 427)
            let original = try #require(try hash(large, .jpeg))
            originals.append(original)
            let others = [
                try hash(large, .png), try hash(large, .jpeg, quality: 40),
                try hash(scene.painted(width: 400, height: 267), .jpeg),
            ]
            let apart = others.compactMap { $0.map { ($0.bits ^ original.bits).nonzeroBitCount } }
            pairs += others.count
            found += apart.count { $0 <= PerceptualHash.tolerance }
            furthest = max(furthest, apart.max() ?? 64)
        }
        var (mistaken, strangers, nearest): (Int, Int, Int) = (0, 0, 64)
        for (place, hash) in originals.enumerated() {
            for other in originals[..<place] {
                strangers += 1
                if hash.isLike(other) { mistaken += 1 }
                nearest = min(nearest, (hash.bits ^ other.bits).nonzeroBitCount)
            }
        }
        print("measured: \(found) of \(pairs) copies are found, \(furthest) bits apart at most")
        print("measured: \(mistaken) of \(strangers) strangers are taken for one, the nearest \(nearest) bits apart")
        #expect(strangers > 1_000 && mistaken == 0)
        #expect(100 * found >= 95 * pairs)
        #expect(worker.end() == 0)
    }

    /// A pass compares a download with the stored picture so, where a server encodes anew at each request.
    @Test func `is known in another quality, and nothing else is taken for it`() async throws {
        let decoder = Thumbnailer(program: Program.thumbnailer)
        let size = PixelSize(width: 640, height: 427)
        func file(_ raster: Raster, quality: Int) throws -> OpenFile {
            try OpenFile.inMemory("picture", PictureFormat.jpeg.encoded(raster, quality: quality))
        }
        var (found, scenes) = (0, 20)
        for seed in 0..<scenes {
            let raster = Scene(seed: UInt64(seed * 13 + 5)).painted(width: size.width, height: size.height)
            let stored = try file(raster, quality: 90)
            for quality in [95, 75, 50] {
                if try await decoder.showTheSame(stored, file(raster, quality: quality), size) { found += 1 }
            }
            let other = Scene(seed: UInt64(seed * 13 + 6)).painted(width: size.width, height: size.height)
            #expect(try await !decoder.showTheSame(stored, file(other, quality: 90), size))
        }
        print("measured: \(found) of \(3 * scenes) pictures are known in another quality")
        #expect(found == 3 * scenes)
        let stored = try file(Scene(seed: 5).painted(width: size.width, height: size.height), quality: 90)
        let torn = try OpenFile.inMemory("torn", [UInt8](stored.read(2_000, at: 0)))
        #expect(try await !decoder.showTheSame(stored, torn, size))
        #expect(try await !Thumbnailer(program: "/nonexistent").showTheSame(stored, stored, size))
    }

    @Test func `names its other day on each, and no longer after a correction`() async throws {
        let program = try Program(ServedDays.last(6))
        func share(_ day: String) throws {
            var sample = try #require(program.server.day(day))
            sample.picture?.sharedPainting = 77
            program.server.update(sample)
        }
        let (first, second) = (ServedDays.ago(4), ServedDays.ago(1))
        for day in [first, second] { try share(day) }
        func sync(_ words: String...) async throws {
            let ended = try await program.start(["sync", "--quiet", "--history", "6"] + words).end()
            #expect(ended.code == 0, "\(ended.errors)")
        }
        func repeats(_ day: String) throws -> Bool {
            let data = try String(contentsOfFile: "\(program.root)/\(day.prefix(4))/gallery.js", encoding: .utf8)
            let line = data.split(separator: "\n").first { $0.contains("{\"d\":\"\(day)\"") }
            return try #require(line).contains("\"e\":[\"\(day == first ? second : first)\"]")
        }
        try await sync("--create")
        #expect(try repeats(first) && repeats(second))
        let page = try String(
            contentsOfFile: "\(program.root)/\(first.prefix(4))/\(first.prefix(7))/index.html", encoding: .utf8)
        #expect(page.contains("Shown before or again: <a href="))
        #expect(try await program.run("show", first).output.contains("The same picture was shown on:\n\(second)"))

        var sample = try #require(program.server.day(second))
        sample.picture?.sharedPainting = nil
        program.server.update(sample)
        program.server.repaint(second, file: "corrected.jpg")
        try await sync()
        #expect(try !repeats(first) && !repeats(second))
    }
}
