import Folder
import Foundation
import Testing

/// Every kind of picture, through the real program.
@Suite(.needsThumbnailer, .needsPictureSamples) struct ThumbnailFormatTests {
    private static let plain = [[224, 32, 32], [32, 192, 32], [32, 32, 224], [240, 240, 240]]

    /// JPEG is no exact copy.
    private func isClose(_ seen: ArraySlice<String>, _ colours: [[Int]]) -> Bool {
        let seen = seen.map { $0.split(separator: ",").compactMap { Int($0) } }
        return zip(seen, colours).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= 12 } }
    }

    private func expected(_ name: String) -> [[Int]] {
        switch name {
        // What is transparent below shows black.
        case _ where name.hasPrefix("clear"): Array(Self.plain[..<2]) + [[0, 0, 0], [0, 0, 0]]
        case "part.gif": [[0, 0, 0], [0, 0, 0], [0, 0, 0], Self.plain[0]]
        case "grey.jpg": [89, 126, 54, 240].map { [$0, $0, $0] }
        default: Self.plain
        }
    }

    @Test func `all come out upright, in their colours, in both sizes, as nothing but a JPEG`() async throws {
        let samples = try await PictureSamples("make")
        let worker = try ThumbnailWorker()
        let sized = ["dot.", "narrow", "wide", "tall", "large"]
        let names = try samples.names.filter { name in !sized.contains { name.hasPrefix($0) } }
        #expect(names.count == 30)
        var made: [[UInt8]] = []
        for name in names {
            let answer = try worker.ask(samples.open(name), "160 80", files: 2)
            #expect(answer.line == "made 160x120 80x60", "\(name)")
            made += answer.thumbnails
        }
        let seen = try await samples.look(made)
        for (index, facts) in seen.enumerated() {
            let name = names[index / 2]
            #expect(facts[..<3] == ["JPEG", "RGB", index % 2 == 0 ? "160x120" : "80x60"], "\(name)")
            #expect(isClose(facts[3..<7], expected(name)), "\(name): \(facts)")
            #expect(facts.count == 7, "\(name) brought \(facts[7...]) along")
        }
        #expect(seen.count == 2 * names.count)
        #expect(worker.end() == 0)
        #expect(try worker.complaints == "")
    }

    @Test func `none is enlarged, and none vanishes`() async throws {
        let samples = try await PictureSamples("make")
        let worker = try ThumbnailWorker()
        for suffix in ["jpg", "png", "gif", "tif", "webp"] {
            #expect(try worker.ask(samples.open("dot.\(suffix)"), "960 320", files: 2).line == "made 1x1 1x1")
        }
        for (name, text, line) in [
            ("narrow.png", "960 320", "made 40x30 40x30"), ("wide.png", "960 320", "made 960x1 320x1"),
            ("tall.png", "320", "made 20x30000"), ("large.jpg", "3840", "made 3000x2000"),
            ("large.jpg", "2999 1501 1500 375 1", "made 2999x1999 1501x1001 1500x1000 375x250 1x1"),
        ] {
            let answer = try worker.ask(samples.open(name), text, files: text.split(separator: " ").count)
            #expect(answer.line == line)
            let sizes = try await samples.look(answer.thumbnails).map { $0[2] }
            #expect(["made"] + sizes == line.split(separator: " ").map(String.init))
        }
    }

    @Test func `a job that makes no sense is refused, and the next one is done`() async throws {
        let samples = try await PictureSamples("make")
        let picture = try samples.open("plain.jpg")
        let worker = try ThumbnailWorker()
        for (text, files) in [
            ("320", 0), ("320", 2), ("320 160", 1), ("160 320", 2), ("0", 1), ("-5", 1), ("99999", 1), ("wide", 1),
            ("/etc/passwd", 1), (String(repeating: "9", count: 4_000), 1),
        ] {
            #expect(try worker.ask(picture, text, files: files).line == "bad no job that is understood")
        }
        #expect(try worker.ask(picture, "320", files: 1).line == "made 320x240")
        #expect(worker.end() == 0)
    }
}
