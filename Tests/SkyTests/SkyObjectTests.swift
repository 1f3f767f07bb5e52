import Testing

@testable import Sky

@Suite("Things in the sky, in a text")
struct SkyObjectTests {
    private func found(_ text: String) -> [String] { SkyObject.found(in: text).map(\.name) }

    @Test(arguments: [
        ("M31", ["M31"]), ("Messier 31 and M 31", ["M31"]), ("NGC 224", ["M31"]), ("the Andromeda Galaxy", ["M31"]),
        ("NGC7293, or the Helix Nebula", ["NGC 7293"]), ("NGC\u{A0}7293", ["NGC 7293"]), ("NGC-6543", ["NGC 6543"]),
        ("NGC 6872A and IC 4970", ["NGC 6872", "IC 4970"]), ("IC 4725", ["M25"]),
        ("Sh2-101, Sh 2-101, Sharpless 2-101, Sharpless 101", ["Sh2-101"]),
        ("Barnard 33 is the Horsehead Nebula", ["Barnard 33"]), ("Barnard\u{2019}s Loop", ["Sh2-276"]),
        ("Abell 1689", ["Abell 1689"]), ("vdB 152", ["vdB 152"]), ("HCG 92 is Stephan's Quintet", ["Hickson 92"]),
        ("the Pleiades, M45, Melotte 22", ["M45"]), ("(M81)/(M82)", ["M81", "M82"]),
    ])
    func `are one whatever they are called`(text: String, names: [String]) {
        #expect(found(text) == names)
    }

    @Test(arguments: [
        "M2-9", "an M7.9 flare", "M0", "M111", "M31x", "xM31", "m31", "NGC", "NGC 0", "NGC 99999", "NGC 1a2", "IC",
        "the crater", "Crater Tycho", "the Gemini Observatory", "the Orion spacecraft", "ring nebula", "Barnard's Star",
        "Sh2", "Sharpless", "M", "", "v", "Phoenix landed",
    ])
    func `what only looks like one`(text: String) {
        #expect(found(text).isEmpty)
    }

    @Test(arguments: [
        ("toward Cassiopeia", ["Cassiopeia"]), ("in the constellation of Orion", ["Orion"]),
        ("the constellation Crater", ["Crater"]), ("the Gemini constellation", ["Gemini"]),
        ("Ursa Major and Ursa Minor", ["Ursa Major", "Ursa Minor"]), ("Bootes, Boötes", ["Boötes"]),
        ("the constellations of Orion and Taurus", ["Orion", "Taurus"]), ("Leo Minor", ["Leo Minor"]),
        ("Scorpio", ["Scorpius"]),
    ])
    func `constellations are believed where nothing else has that name`(text: String, names: [String]) {
        #expect(found(text) == names)
    }

    @Test func `every name leads to its thing, and each thing to all its names`() {
        for (name, object) in CommonNames.all {
            #expect(found("The \(name).") == [object.canonical.name], "\(name)")
            #expect(object.canonical == object, "\(name)")
        }
        #expect(SkyObject.messier(31).names == ["M31", "Messier 31", "NGC 224", "Andromeda Galaxy"])
        #expect(SkyObject.messier(31).commonName == "Andromeda Galaxy" && SkyObject.messier(110).commonName == nil)
        #expect(Constellation.names.count == 88 && Set(Constellation.names).count == 88)
        for number in 1...110 where number != 40 {
            let other = Messier.other(number)
            #expect(other?.canonical == .messier(number), "M\(number)")
        }
        #expect(Constellation.ambiguous.isSubset(of: Constellation.names))
    }

    @Test(arguments: ["m31", "M 31", "messier 31", "ngc224", "NGC 224", "andromeda galaxy", "Andromeda Galaxy"])
    func `is found by any of its names, however they are typed`(text: String) {
        #expect(SkyObject(named: text) == .messier(31))
    }

    @Test(arguments: ["galaxy", "m31 and more", "", "andromeda", "31", "ngc"])
    func `other words are no name`(text: String) {
        #expect(SkyObject(named: text) == nil)
    }

    @Test func `one number stands for each`() {
        for object in SkyObject.withSeveralNames + Constellation.names.map(SkyObject.constellation) {
            #expect(SkyObject(code: object.code) == object)
        }
        #expect(SkyObject(code: 88) == nil && SkyObject(code: -1) == nil && SkyObject(code: 1 << 16 | 111) == nil)
    }

    @Test func `hostile bytes`() {
        let bits = [
            "M", "1", " ", "-", "NGC", "\u{301}", "é", "Sh2", "Sharpless 2", "Leo", "constellation", "\0", "v", "🌌",
        ]
        var state: UInt64 = 7
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                text += bits[Int(state >> 33) % bits.count]
            }
            for object in SkyObject.found(in: text) { #expect(!object.names.isEmpty) }
        }
    }
}
