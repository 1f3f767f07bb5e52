import Folder
import Testing

@testable import Setup

@Suite("A path that may stand in a unit") struct UnitPathTests {
    private func fault(_ path: String) -> UnfitPath.Fault? {
        do {
            _ = try UnitPath(path)
            return nil
        } catch {
            return error.fault
        }
    }

    @Test(arguments: [
        "/", "/srv/APOD", "/srv/My Pictures", "/srv/ü", "/srv/e\u{301}", "/srv/\u{301}e", #"/srv/a"b\c'd%e$f;g#h"#,
        "/srv/👨‍👩‍👧", "/srv/\u{202E}x",
    ])
    func `spaces, quotes and every script are fine`(path: String) throws {
        #expect(try UnitPath(path).text.utf8.elementsEqual(path.utf8))
    }

    @Test(
        arguments: [
            ("systemd 252 (252.39-1~deb12u1)\n+PAM +AUDIT\n", 252), ("systemd 257 (257.9-1)", 257),
            ("systemd 258~rc1", 258),
            ("systemd", nil), ("", nil), ("no", nil),
        ] as [(String, Int?)])
    func `systemd says which release it is`(text: String, release: Int?) {
        #expect(Systemctl.release(in: text) == release)
    }

    @Test(arguments: [#"/srv/a"b"#, "/srv/a'b"])
    func `a quotation mark is lost with newer releases only`(path: String) throws {
        #expect(try !UnitPath(path).isLost(withRelease: 252))
        #expect(try UnitPath(path).isLost(withRelease: 257))
        #expect(try !UnitPath("/srv/“a” b").isLost(withRelease: 257))
    }

    @Test(
        arguments: [
            ("srv/APOD", .relative), ("", .relative), ("/srv/a\nb", .control), ("/srv/a\rb", .control),
            ("/srv/a\r\nb", .control), ("/srv/a\u{0}", .control), ("/srv/a\u{85}b", .control),
            ("/srv/a\u{2028}b", .control), ("/srv/a\u{FFFD}b", .encoding),
            ("/" + String(repeating: "x/", count: 2_048), .length),
            ("/home/ada/x\n[Service]\nExecStartPre=+/home/ada/evil.sh\n#", .control),
        ] as [(String, UnfitPath.Fault)])
    func `whatever systemd would read as something else is not`(path: String, expected: UnfitPath.Fault) {
        #expect(fault(path) == expected)
    }

    @Test(arguments: UInt8.min...UInt8.max) func `each byte is either text or refused`(byte: UInt8) {
        // As the words of a command line come to us.
        let path = String(decoding: Array("/srv/a".utf8) + [byte] + Array("b".utf8), as: UTF8.self)
        switch byte {
        case 0..<0x20, 0x7F: #expect(fault(path) == .control)
        case 0x80...: #expect(fault(path) == .encoding)
        default: #expect(fault(path) == nil)
        }
    }

    @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFF, 0x10FFFE] as [UInt32])
    func `what systemd takes for no UTF-8 is refused`(number: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(number))
        #expect(fault("/srv/a\(scalar)b") == .encoding)
    }

    @Test func `an accent after a slash parts names all the same`() throws {
        let path = try UnitPath("/srv/\u{301}a//b/")
        #expect(path.text.utf8.elementsEqual("/srv/\u{301}a/b".utf8))
        #expect(path.names == ["srv", "\u{301}a", "b"])
        #expect(path.lies(below: "/srv") && path.lies(below: "/") && !path.lies(below: "/sr"))
    }

    @Test func `two spellings of one letter are two paths`() throws {
        #expect(try UnitPath("/\u{E9}") != UnitPath("/e\u{301}"))
    }

    @Test func `the sentence is one line and says what to do`() throws {
        let error = #expect(throws: UnfitPath.self) { try UnitPath("/srv/a\nb") }
        #expect(
            error?.description == "/srv/a b holds a line end or another control character, so no unit of systemd's can "
                + "name it. Rename the folder, or choose another with --mirror DIR.")
    }

    @Test(arguments: ["anna", "anna.b", "anna_b", "a-b", "anna@example.org", "u1000", "1000"])
    func `a name stands for itself`(name: String) {
        #expect(UnitName(name)?.text == name)
    }

    @Test(arguments: [
        "", "-anna", ".anna", "../anna", "an na", "EXAMPLE\\anna", "anna/b", "änna", "a%i", "a\nb", "a\"b", "a$b",
        "a\u{301}",
        "anna\n[Service]", String(repeating: "a", count: 201),
    ])
    func `other names do not stand in units`(name: String) {
        #expect(UnitName(name) == nil)
    }
}
