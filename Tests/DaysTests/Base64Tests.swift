import Days
import Foundation
import Testing

@Suite struct Base64Tests {
    /// The vectors of RFC 4648.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `writes and reads as its standard says`(text: String, encoded: String) {
        #expect(Base64.text(Array(text.utf8)) == encoded)
        #expect(Base64.bytes(Array(encoded.utf8)) == Array(text.utf8))
    }

    @Test func `writes what Foundation writes, and reads it again`() {
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
            let text = Base64.text(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.bytes(Array(text.utf8)) == bytes)
        }
    }

    @Test(arguments: [
        "=", "==", "===", "A", "AA", "AAA", "A===", "A=AA", "AA==AA==", "AAA=AAAA", "AA==\n", " AAAA", "AA AA", "AAA\n",
        "AA-_", "AA.=", "AAé", "AAA\u{0}", "AB==", "AAB=", "////", "++++",
    ])
    func `refuses what Foundation refuses`(text: String) {
        #expect(Base64.bytes(Array(text.utf8)) == Data(base64Encoded: Data(text.utf8)).map { Array($0) })
    }

    /// Foundation takes padding for letters, or more of it than is due.
    @Test(arguments: ["====", "AA=A", "AAAA=", "AAAA===="])
    func `refuses padding in any other place`(text: String) {
        #expect(Base64.bytes(Array(text.utf8)) == nil)
    }

    @Test func `refuses any byte that is no letter`() {
        for byte in UInt8.min ... .max where byte != UInt8(ascii: "=") {
            let text = Array("AA".utf8) + [byte] + Array("A".utf8)
            #expect(Base64.bytes(text) == Data(base64Encoded: Data(text)).map { Array($0) }, "\(byte)")
        }
    }
}
