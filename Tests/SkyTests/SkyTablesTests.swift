import Testing

@testable import Sky

@Suite("The tables of the sky")
struct SkyTablesTests {
    /// Positions and constellations as the Astronomical Almanac and Messier's modern editors give them, to the minute.
    @Test(arguments: [
        ("M1", "05h 34m", 22, "Taurus", "supernova remnant"), ("M31", "00h 42m", 41, "Andromeda", "galaxy"),
        ("M42", "05h 35m", -5, "Orion", "emission nebula"), ("M13", "16h 41m", 36, "Hercules", "globular cluster"),
        ("M40", "12h 22m", 58, "Ursa Major", "stars"), ("M57", "18h 53m", 33, "Lyra", "planetary nebula"),
        ("M102", "15h 06m", 55, "Draco", "galaxy"), ("NGC 5128", "13h 25m", -43, "Centaurus", "galaxy"),
        ("NGC 104", "00h 24m", -72, "Tucana", "globular cluster"),
        ("NGC 7293", "22h 29m", -20, "Aquarius", "planetary nebula"),
        ("Barnard 33", "05h 40m", -2, "Orion", "dark nebula"),
        ("Sh2-240", "05h 41m", 28, "Taurus", "supernova remnant"),
        ("Simeis 147", "05h 41m", 28, "Taurus", "supernova remnant"),
        ("Abell 39", "16h 27m", 27, "Hercules", "planetary nebula"),
        ("Abell 426", "03h 19m", 41, "Perseus", "cluster of galaxies"),
        ("Hickson 92", "22h 35m", 33, "Pegasus", "group of galaxies"),
        ("Arp 273", "02h 21m", 39, "Andromeda", "group of galaxies"),
    ])
    func `know where the well-known are`(
        name: String, rightAscension: String, degrees: Int, constellation: String, kind: String
    ) throws {
        let facts = try #require(SkyObject(named: name)?.facts)
        #expect(facts.place.rightAscensionText.hasPrefix(rightAscension))
        #expect(Int(facts.place.declination) == degrees)
        #expect(facts.constellation.name == constellation)
        #expect(facts.kind?.name == kind)
    }

    @Test func `every line of the objects is read, and every one of Messier's is there`() {
        let lines = String(decoding: PackageResources.objects_tsv, as: UTF8.self).split(separator: "\n")
        #expect(SkyTables.objects.count == lines.count && lines.count > 1_000)
        for number in 1...110 { #expect(SkyObject.messier(number).facts != nil, "M\(number)") }
        #expect(SkyObject.numbered(.ngc, 224).place == SkyObject.messier(31).place)
        #expect(SkyObject.numbered(.ngc, 7_839).place == nil)
        for facts in SkyTables.objects.values {
            #expect((0..<360).contains(facts.place.rightAscension) && abs(facts.place.declination) <= 90)
        }
    }

    @Test func `every kind of the table is one of ours`() {
        for line in String(decoding: PackageResources.objects_tsv, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count > 4, !fields[4].isEmpty { #expect(SkyKind(rawValue: String(fields[4])) != nil, "\(line)") }
        }
    }

    @Test func `the 88 constellations have a place, and lines from star to star`() throws {
        #expect(Constellation.all.count == 88 && Set(Constellation.all.map(\.abbreviation)).count == 88)
        for constellation in Constellation.all {
            #expect(!constellation.lines.isEmpty, "\(constellation.name)")
            for line in constellation.lines { #expect(line.count > 1, "\(constellation.name)") }
        }
        let orion = try #require(SkyObject.constellation("Orion").constellation)
        #expect(orion.abbreviation == "Ori")
        // Betelgeuse and Rigel.
        for (rightAscension, declination) in [(88.8, 7.4), (78.6, -8.2)] {
            #expect(
                orion.lines.joined().contains(SkyPlace(rightAscension: rightAscension, declination: declination)))
        }
        #expect(SkyObject.constellation("Serpens").constellation?.lines.count == 2)
    }

    @Test func `the Milky Way goes round the sky`() {
        let points = MilkyWay.outline.joined()
        for hour in 0..<24 {
            #expect(points.contains { Int($0.rightAscension / 15) == hour }, "\(hour)h")
        }
        // Sagittarius lies in it, the pole of the Galaxy does not.
        #expect(points.contains { abs($0.rightAscension - 270) < 10 && abs($0.declination + 25) < 15 })
        #expect(!points.contains { abs($0.rightAscension - 193) < 20 && abs($0.declination - 27) < 20 })
    }
}
