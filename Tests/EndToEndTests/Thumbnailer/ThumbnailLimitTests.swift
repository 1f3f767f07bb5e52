import Folder
import Foundation
import Pictures
import Testing

@testable import MirrorTree

/// What the thumbnailer does not do: whatever a file says.
@Suite(.needsThumbnailer) struct ThumbnailLimitTests {
    private static let most = 300_000_000

    @Test(.needsPictureSamples) func `bombs do not go off`() async throws {
        let samples = try await PictureSamples("bombs")
        let worker = try ThumbnailWorker()
        let expected = [
            "beyond.png": "large 30000x30000", "bomb.gif": "large 7000x7000", "bomb.png": "large 7000x7000",
            "bomb-large.jpg": "made 320x320", "most.png": "made 320x213",
        ]
        #expect(Set(expected.keys).isSubset(of: Set(try samples.names)))
        for name in try samples.names {
            let line = try worker.ask(samples.open(name), "320", files: 1).line
            if let expected = expected[name] {
                #expect(line == expected)
            } else {
                #expect(line?.hasPrefix("bad ") == true, "\(name): \(line ?? "it died")")
            }
        }
        let all = try worker.ask(samples.open("most.png"), "2048 960 640 320", files: 4)
        #expect(all.line == "made 2048x1365 960x640 640x427 320x213")
        #expect(try worker.peak() < Self.most)
        #expect(worker.end() == 0)
    }

    /// GraphicsMagick knows a hundred formats, some of which are programs, and looks at names and prefixes.
    @Test func `nothing but pictures is looked at`() throws {
        let worker = try ThumbnailWorker()
        for text in [
            "<svg xmlns='http://www.w3.org/2000/svg'><image href='/etc/passwd'/></svg>",
            "push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 '/etc/passwd'\npop graphic-context\n",
            "<?xml version='1.0'?><image><read filename='/etc/passwd'/></image>", "%!PS\n(%pipe%id) (w) file\n",
            "msl:/etc/passwd", "text:/etc/passwd", "|id", "%PDF-1.4\n", "P6 1 1 255\nabc", "BM", "GIF8",
            "id=ImageMagick",
            "#define x_width 9\n", "\u{1B}[31mred\n", "", "\0",
        ] {
            let answer = try worker.ask(Array(text.utf8), [320])
            let line = try #require(answer.line)
            #expect(line == (text.isEmpty ? "bad the file is empty" : "bad no known picture format"), "\(text)")
            #expect(answer.thumbnails == [[]])
        }
        #expect(worker.end() == 0)
    }

    @Test(.needsPictureSamples) func `a thumbnail that finds no room is none`() async throws {
        let samples = try await PictureSamples("make")
        let worker = try ThumbnailWorker()
        // Handed over for reading only, as no thumbnail's file is.
        let answer = try worker.ask(samples.open("plain.png"), "320", into: [samples.open("plain.jpg")])
        #expect(answer?.hasPrefix("bad no room for the thumbnail") == true)
        #expect(worker.end() == 0)
    }

    @Test(.needsPictureSamples) func `three hundred broken pictures are answered, with whole thumbnails or none`()
        async throws
    {
        let samples = try await PictureSamples("make")
        var worker = try ThumbnailWorker()
        var (made, refused, died, peak) = (0, 0, 0, 0)
        for (name, bytes) in try BrokenPictures(samples) {
            let answer = try worker.ask(bytes, [320, 96])
            guard let line = answer.line else {
                died += 1
                worker = try ThumbnailWorker()
                continue
            }
            peak = max(peak, try worker.peak())
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "made" {
                made += 1
                for (word, thumbnail) in zip(words[1...], answer.thumbnails) {
                    let facts = try PictureFacts(inspecting: FileBytes(thumbnail))
                    #expect(facts.format == .jpeg)
                    #expect(facts.size.map { "\($0.width)x\($0.height)" } == word, "\(name)")
                }
                #expect(words.count == 3 || words[3] == "though", "\(name): \(line)")
            } else {
                refused += 1
                #expect(["large", "bad"].contains(words[0]), "\(name): \(line)")
            }
            #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) } && line.count < 300)
        }
        print(
            "measured: of \(made + refused + died) broken pictures \(made) made a thumbnail, \(refused) were refused,",
            "\(died) ended the thumbnailer; at most \(peak / 1_000_000) MB")
        #expect(made + refused + died >= 300)
        #expect(peak < Self.most)
    }
}
