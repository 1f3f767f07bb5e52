import TestSupport
import Testing

@testable import Folder
@testable import MirrorTestSupport
@testable import Pictures

@Suite("A large file is read through a small window as if it were in memory")
struct FileBytesTests {
    /// An odd length of data puts every boundary of the window somewhere inside a block, a marker or a number.
    @Test(arguments: [65_535, 65_536, 65_537, 131_071, 200_003])
    func `JPEG, PNG, GIF and MP4 of many windows`(length: Int) throws {
        let temporary = try TemporaryFolder()
        let saver = Saver(through: temporary.folder)
        for (format, bytes) in Self.large(length) {
            try saver.save(bytes, as: "whole", in: temporary.folder)
            let whole = try #require(try temporary.folder.open("whole"))
            #expect(try PictureFacts(inspecting: whole).format == format)
            try saver.save(bytes.dropLast(), as: "cut", in: temporary.folder)
            let cut = try #require(try temporary.folder.open("cut"))
            #expect(throws: PictureDefect.incomplete(format)) { try PictureFacts(inspecting: cut) }
        }
    }

    private static func large(_ length: Int) -> [(PictureFormat, [UInt8])] {
        let stuffed = (0..<length).map { UInt8($0 % 2 == 0 ? 0xFF : 0) } + [0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let empty = Array(Specimen.pngs[0].bytes.dropLast(12))
        let data: [UInt8] = big32(length) + ascii("IDAT") + [UInt8](repeating: 0, count: length + 4)
        let end = Array(Specimen.pngs[0].bytes.suffix(12))
        let header: [UInt8] = [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2]
        let blocks = (0..<length / 256 * 256).map { UInt8($0 % 256 == 0 ? 255 : 0x3B) }
        let movie = Specimen.movie([Specimen.track(64, 48)])
        return [
            (.jpeg, [0xFF, 0xD8] + scan + stuffed + [0xFF, 0xD9]),
            (.png, empty + data + end),
            (.gif, ascii("GIF89a") + header + blocks + [0, 0x3B]),
            (.mp4, Specimen.ftyp("isom") + Specimen.box("mdat", [UInt8](repeating: 0, count: length)) + movie),
        ]
    }

    @Test func `numbers are read in both orders, and none beyond the end`() throws {
        var bytes = FileBytes([1, 2, 3, 4, 5, 6, 7, 8])
        #expect(try bytes.short(0) == 0x0102)
        #expect(try bytes.long(4) == 0x0506_0708)
        #expect(try bytes.number(1, 3) == 0x0002_0304)
        #expect(try bytes.long(5) == nil)
        bytes.isLittleEndian = true
        #expect(try bytes.short(0) == 0x0201)
        #expect(try bytes.long(4) == 0x0807_0605)
        #expect(try bytes.number(6, 3) == nil)
        #expect(try bytes.byte(-1) == nil)
        #expect(try bytes.byte(.max) == nil)
        #expect(try bytes.bytes(.max - 2, 4) == nil)
        #expect(try bytes.bytes(0, 9) == nil)
        #expect(try bytes.bytes(8, 0) == [])
        #expect(try bytes.firstIndex(of: 7, from: 2) == 6)
        #expect(try bytes.firstIndex(of: 1, from: 1) == nil)
    }
}
