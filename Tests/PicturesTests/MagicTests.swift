import Testing

@testable import MirrorTestSupport
@testable import Pictures

@Suite("What a file is, its bytes say")
struct MagicTests {
    @Test(
        arguments: [
            ("", .empty),
            ("<!DOCTYPE html>\n<html><body>503 Service Unavailable</body></html>", .webPage),
            ("\u{FEFF}\n <HTML><HEAD><TITLE>Sorry</TITLE>", .webPage),
            ("<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0\">", .webPage),
            ("{\"error\": \"no such picture\"}", .text), ("JPEG", .text), ("G", .text), ("G\u{1}", .unknownFormat),
            ("GIF88a", .text), ("RIFF....WAVE", .text), ("BM\u{0}\u{0}", .unknownFormat),
            ("%PDF-1.4", .text), ("....ftyp", .incomplete(.mp4)), ("....ftypqt  ", .incomplete(.mov)),
            ("GIF89a", .incomplete(.gif)), ("RIFF....WEBP", .incomplete(.webp)),
        ] as [(String, PictureDefect)])
    func `no picture, and the reason why`(text: String, defect: PictureDefect) {
        #expect(throws: defect) { try PictureFacts(inspecting: FileBytes(ascii(text))) }
    }

    @Test(
        arguments: [
            (Specimen.ftyp("avif") + Specimen.box("meta", []), "it is an AVIF picture, which is not stored"),
            (Specimen.ftyp("avis") + Specimen.box("meta", []), "it is an AVIF picture, which is not stored"),
            (Specimen.ftyp("heic") + Specimen.box("mdat", []), "it is a HEIC picture, which is not stored"),
            (
                Specimen.box("ftyp", ascii("mif1") + [0, 0, 0, 0] + ascii("mif1heic")),
                "it is a HEIC picture, which is not stored"
            ),
            (
                Specimen.box("ftyp", ascii("mif1") + [0, 0, 0, 0] + ascii("miafavif")),
                "it is an AVIF picture, which is not stored"
            ),
            ([0xFF, 0x0A, 0xFA, 0x7F, 0x01], "it is a JPEG XL picture, which is not stored"),
            (
                [0, 0, 0, 12] + ascii("JXL \r\n") + [0x87, 0x0A, 0, 0, 0, 20] + ascii("ftypjxl "),
                "it is a JPEG XL picture, which is not stored"
            ),
            (ascii("ID3") + [4, 0, 0, 0, 0, 2, 1], "it is an MP3 recording, which is not stored"),
            ([0xFF, 0xFB, 0x90, 0x64, 0, 0], "it is an MP3 recording, which is not stored"),
            (ascii("glTF") + [2, 0, 0, 0, 64, 1, 0, 0], "it is a 3D model (glTF), which is not stored"),
            (Specimen.ftyp("isom") + Specimen.box("mdat", []), "the MP4 ends before its own end"),
            (ascii("ID3 is the tag of a recording"), "words came instead of a picture"),
        ] as [([UInt8], String)])
    func `a format that is not stored is named`(bytes: [UInt8], sentence: String) {
        let error = #expect(throws: PictureDefect.self) { try PictureFacts(inspecting: FileBytes(bytes)) }
        #expect(error?.description == sentence)
    }

    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xFF, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xD0, 0xFF, 0xD9],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xD9],
        ] as [[UInt8]])
    func `an end without a picture before it is no JPEG`(bytes: [UInt8]) {
        #expect(throws: PictureDefect.incomplete(.jpeg)) { try PictureFacts(inspecting: FileBytes(bytes)) }
    }

    @Test(arguments: [
        (PictureFormat.jpeg, "jpg", false), (.png, "png", false), (.gif, "gif", false), (.webp, "webp", false),
        (.tiff, "tif", false), (.mp4, "mp4", true), (.mov, "mov", true),
    ])
    func `every format has its suffix`(format: PictureFormat, suffix: String, isVideo: Bool) {
        #expect(format.suffix == suffix)
        #expect(format.isVideo == isVideo)
        #expect(PictureFormat(ofName: "M31.\(suffix)") != nil)
    }

    @Test(arguments: ["moov", "mdat", "wide", "free", "skip", "pnot"])
    func `QuickTime without a type box is QuickTime, and not whole without its index`(type: String) {
        let bytes = Specimen.box(type, ascii("some bytes")) + Specimen.box("free", [])
        #expect(throws: PictureDefect.incomplete(.mov)) { try PictureFacts(inspecting: FileBytes(bytes)) }
    }

    @Test func `a page that begins late is still no picture`() {
        let late = ascii(String(repeating: " ", count: 600) + "<html>")
        #expect(throws: PictureDefect.text) { try PictureFacts(inspecting: FileBytes(late)) }
    }

    @Test(arguments: [(0, 10), (10, 0), (1 << 20 + 1, 10), (-1, 5)])
    func `a size that cannot be is none`(width: Int, height: Int) {
        #expect(!PixelSize(width: width, height: height).isSensible)
    }
}
