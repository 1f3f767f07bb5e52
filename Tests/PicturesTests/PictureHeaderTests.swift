import Testing

@testable import Folder
@testable import MirrorTestSupport
@testable import Pictures

@Suite("A decoder is told size and orientation before it gets the file")
struct PictureHeaderTests {
    private func header(_ bytes: [UInt8]) throws -> PictureHeader {
        try PictureHeader(.inMemory("picture", bytes))
    }

    private static let stills = (Specimen.jpegs + Specimen.pngs + Specimen.gifs + Specimen.webPs + Specimen.tiffs)
        .filter { $0.facts.size != nil }

    @Test(arguments: stills)
    func `the size is that of the whole file`(specimen: Specimen) throws {
        let header = try header(specimen.bytes)
        #expect(header.format == specimen.facts.format)
        #expect(header.size == specimen.facts.size)
        #expect(header.orientation == .upright)
    }

    @Test(arguments: Specimen.videos)
    func `a video is no picture`(specimen: Specimen) {
        #expect(throws: BadPicture("no known picture format")) { try header(specimen.bytes) }
    }

    @Test func `the header of a picture that is cut in its pixels is read`() throws {
        let size = PixelSize(width: 640, height: 480)
        let jpeg = try #require(Specimen.jpegs.first)
        #expect(try header(jpeg.bytes.dropLast(8)).size == size)
        #expect(throws: BadPicture("the JPEG header has no sensible size")) { try header(Array(jpeg.bytes.prefix(40))) }
        #expect(throws: BadPicture("the file is empty")) { try header([]) }
    }

    /// A directory with the one tag 274, in either byte order.
    private static let turned = [
        joined(
            ascii("II*\0"), little32(8), little16(1), little16(274), little16(3), little32(1), little32(6),
            little32(0)),
        joined(
            ascii("MM\0*"), big32(8), big16(1), big16(274), big16(3), big32(1), big16(6), big16(0), big32(0)),
    ]

    @Test(arguments: turned)
    func `EXIF data turn a picture on its side`(exif: [UInt8]) throws {
        let segment = ascii("Exif\0\0") + exif
        let jpeg = joined(
            [0xFF, 0xD8, 0xFF, 0xE1], big16(segment.count + 2), segment, [0xFF, 0xC0, 0, 11, 8], big16(480),
            big16(640), [1, 1, 0x11, 0])
        let chunk = big32(exif.count) + ascii("eXIf") + exif + big32(0)
        let empty = try #require(Specimen.pngs.first).bytes
        let png = Array(empty[..<33]) + chunk + Array(empty[33...])
        for bytes in [jpeg, png] {
            let header = try header(bytes)
            #expect(header.shownSize == PixelSize(width: header.size.height, height: header.size.width))
            #expect(header.orientation == Orientation(rawValue: 6))
        }
    }

    @Test func `a GIF's first frame may be larger than its canvas`() throws {
        let gif = joined(
            ascii("GIF89a"), little16(4), little16(3), [0, 0, 0], [0x2C], little16(0), little16(0))
        #expect(try header(gif + little16(40) + little16(30) + [0, 2]).size == PixelSize(width: 40, height: 30))
        #expect(try header(gif + little16(1) + little16(2) + [0, 2]).size == PixelSize(width: 4, height: 3))
    }
}
