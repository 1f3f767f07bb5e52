import Foundation
import SampleNASA
import Testing

/// Galleries to look at, for whoever works on the pages: made where the environment says so.
@Suite("Galleries to look at")
struct GallerySampleTests {
    private static let sample = ProcessInfo.processInfo.environment["APOD_GALLERY_SAMPLE"]
    private static let archive = ProcessInfo.processInfo.environment["APOD_GALLERY_ARCHIVE"]

    @Test(.enabled(if: sample != nil, "APOD_GALLERY_SAMPLE names the folder"))
    func `a gallery of invented days`() throws {
        let root = try #require(Self.sample)
        let wall = try PaintedWall(in: "\(root).paintings", count: 24, width: 2400)
        try GallerySample(GallerySample.inventedDays).write(to: root, wall: wall)
    }

    @Test(.enabled(if: archive != nil, "APOD_GALLERY_ARCHIVE names the folder, and what apod-archive.json.gz holds"))
    func `a gallery of all real days`() throws {
        let paths = try #require(Self.archive).split(separator: ":").map(String.init)
        let json = try Data(contentsOf: URL(filePath: paths[1]))
        let wall = try PaintedWall(in: "\(paths[0]).paintings", count: 24, width: 2400)
        try GallerySample(try SampleDay.archive(json: json), isHostile: false).write(to: paths[0], wall: wall)
    }
}
