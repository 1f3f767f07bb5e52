import Testing

@testable import Sky

@Suite("Places in the sky")
struct SkyPlaceTests {
    @Test(arguments: [
        (83.8221, -5.3911, "RA 05h 35m 17s, Dec −05° 23′ 28″"),
        (10.6847, 41.2687, "RA 00h 42m 44s, Dec +41° 16′ 07″"),
        (0, 0, "RA 00h 00m 00s, Dec +00° 00′ 00″"),
        (359.9999, -0.0002, "RA 00h 00m 00s, Dec −00° 00′ 01″"),
        (180, 90, "RA 12h 00m 00s, Dec +90° 00′ 00″"),
        (15.0041, -89.9999, "RA 01h 00m 01s, Dec −90° 00′ 00″"),
    ])
    func `are written as astronomers do`(rightAscension: Double, declination: Double, text: String) {
        #expect(SkyPlace(rightAscension: rightAscension, declination: declination).text == text)
    }

    @Test(arguments: [
        (440, "about 440 light-years away"), (6_500, "about 6,500 light-years away"),
        (13_000, "about 13,000 light-years away"), (1_000_000, "about 1 million light-years away"),
        (2_500_000, "about 2.5 million light-years away"), (23_000_000, "about 23 million light-years away"),
        (1_200_000_000, "about 1.2 billion light-years away"),
    ])
    func `distances are told in two figures`(distance: Int, text: String) {
        let place = SkyPlace(rightAscension: 0, declination: 0)
        let facts = SkyFacts(place: place, kind: nil, constellationIndex: 0, distance: distance)
        #expect(facts.distanceInWords == text)
        #expect(facts.inWords == "in Andromeda, \(text)")
    }
}
