import Hashing
import Testing

@testable import MirrorTree

@Suite("SHA256SUMS is what sha256sum writes and reads")
struct ChecksumsTests {
    private let one = String(repeating: "1a", count: 32)
    private let two = String(repeating: "2b", count: 32)

    @Test func `lines are sorted by name and end with a newline`() {
        let sums = Checksums(["2026-11-20 B.jpg": two, "2026-11-19 É.png": one, "2026-11-19 A.png": one])
        let text = "\(one)  2026-11-19 A.png\n\(one)  2026-11-19 É.png\n\(two)  2026-11-20 B.jpg\n"
        #expect(String(decoding: sums.encoded, as: UTF8.self) == text)
        #expect(Checksums(sums.encoded) == sums)
        #expect(Checksums([]) == Checksums())
    }

    @Test(arguments: [0, 1, 30, 64, 65, 66, 67, 70, 81])
    func `a torn file is not taken for a whole one`(count: Int) {
        let sums = Checksums(["2026-11-19 A.png": one])
        let torn = Array(sums.encoded.prefix(count))
        #expect(Checksums(torn) != sums)
        #expect(Checksums(torn + Array("\n".utf8)) != sums)
    }

    @Test func `a last line without its end may be the beginning of one`() {
        let sums = Checksums(["2026-11-19 A.png": one, "2026-11-20 B.jpg": two])
        #expect(Checksums(sums.encoded.dropLast()) == nil)
        #expect(Checksums(sums.encoded.dropLast(5)) == nil)
    }

    @Test(arguments: [
        "hello\n", "SHA256 (a) = 00\n", String(repeating: "1a", count: 32) + " *binary\n",
        String(repeating: "1a", count: 32) + "  \n", "\\" + String(repeating: "1a", count: 32) + "  a\\\\b\n",
        String(repeating: "zz", count: 32) + "  2026-11-19 A.png\n",
        String(repeating: "é", count: 32) + "  2026-11-19 A.png\n",
        String(repeating: "1a", count: 32) + "  ../2026-11-19 A.png\n",
        String(repeating: "1a", count: 32) + "  2026-11-19/../../A.png\n",
        String(repeating: "1a", count: 32) + "  2026-11-19 A.png\r\n", String(repeating: "1a", count: 32) + "  ..\n",
    ])
    func `a line that is none of ours makes the file be made again`(text: String) {
        #expect(Checksums(Array(text.utf8)) == nil)
    }

    @Test func `bytes that are no text make it be made again`() {
        #expect(Checksums(Array(one.utf8) + [0x20, 0x20, 0xFF, 0x0A]) == nil)
    }

    @Test(arguments: [
        (["2026-11-19 A.png", "2026-11-20 É.jpg"], true), (["2026-11-20 É.jpg", "2026-11-19 A.png"], true),
        (["2026-11-19 A.png"], false), (["2026-11-19 A.png", "2026-11-20 É.jpg", "2026-11-21 C.jpg"], false),
        (["2026-11-19 A.png", "2026-11-20 E.jpg"], false), ([], false),
    ])
    func `sums name files in whatever order these come`(files: [String], isSame: Bool) {
        let sums = Checksums(["2026-11-19 A.png": one, "2026-11-20 É.jpg": two])
        #expect(Checksums.name(exactly: files, in: sums.encoded) == isSame)
    }

    @Test func `no line names no file`() {
        #expect(Checksums.name(exactly: [], in: []))
        #expect(!Checksums.name(exactly: ["2026-11-19 A.png"], in: []))
    }
}
