import Days
import Testing

@testable import Serving

@Suite struct AddressedTextTests {
    private func sent(_ text: AddressedText, to origin: String, atATime size: Int) -> String {
        var (sent, place) = ([UInt8](), 0)
        while true {
            let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = text.copy(
                    from: place, withOrigin: Array(origin.utf8), into: UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { return String(decoding: sent, as: UTF8.self) }
            sent += piece
            place += piece.count
        }
    }

    @Test(
        "Each client gets the whole text with its own name of the host, however little is sent at a time",
        arguments: [
            "", "x", "@", "@@", "a@b", "@a", "a@", "@/2026/x.jpg and @/2026/y.jpg", "no address",
        ])
    func addresses(text: String) {
        let origins = Origins(publicURL: nil, machine: "nas")
        let bytes = Array(text.replacing("@", with: origins.mark).utf8)
        let made = AddressedText(origins.parts(of: bytes), type: "text/plain", changed: 0)
        for origin in ["http://nas.local:8095", "", "h"] {
            let whole = text.replacing("@", with: origin)
            for size in [1, 2, 3, 7, 64] { #expect(sent(made, to: origin, atATime: size) == whole) }
            #expect(made.size(withOrigin: origin) == whole.utf8.count)
        }
    }

    @Test func `its tag is that of the text, in every process`() {
        func tag(_ text: String) -> String {
            let origins = Origins(publicURL: nil, machine: "nas")
            let bytes = Array(text.replacing("@", with: origins.mark).utf8)
            return AddressedText(origins.parts(of: bytes), type: "text/plain", changed: 0).tag
        }
        #expect(tag("a@b") == tag("a@b") && tag("a@b") != tag("ab") && tag("a@b") != tag("a@c"))
    }

    @Test func `what many ask for is made once, and a text that anybody holds is found again`() {
        var texts = SharedTexts()
        let key = SharedTexts.Key.feed(.atom)
        func text(_ words: String) -> AddressedText { AddressedText([Array(words.utf8)], type: "x", changed: 0) }
        var first: AddressedText? = texts.share(text("one"), as: key, revision: 1, state: "a")
        #expect(texts.text(key, revision: 1) === first && texts.text(key, revision: 2) == nil)
        // In another listing it is the same by its state, or because it was made again and is.
        #expect(texts.text(key, state: "b", revision: 2) == nil)
        #expect(texts.text(key, state: "a", revision: 2) === first)
        #expect(texts.share(text("one"), as: key, revision: 3, state: "c") === first)
        let second = texts.share(text("two"), as: key, revision: 4, state: "d")
        #expect(second !== first && texts.text(key, revision: 4) === second)
        // However much else is asked for, what is still sent to a client stays known; what nobody holds goes.
        let large = [UInt8](repeating: 1, count: 5 << 20)
        weak let gone: AddressedText? = first
        first = nil
        for number in 0..<20 {
            let day = SharedTexts.Key.poster(Day.first.advanced(by: number))
            _ = texts.share(AddressedText([large], type: "x", changed: 0), as: day, revision: 4, state: nil)
        }
        #expect(texts.text(key, revision: 4) === second && gone == nil)
    }
}
