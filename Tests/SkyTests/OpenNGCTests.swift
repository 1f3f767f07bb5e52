import Foundation
import TestSupport
import Testing

@testable import Sky

/// The positions beside those of OpenNGC, which a package of PyPI has. Its licence is not the project's, so nothing of it is
/// kept here.
@Suite(
    "Positions beside OpenNGC's",
    .enabled(if: PythonPackages.has("pyongc/ongc.db"), "needs pyongc from PyPI: Tests/run --all"))
struct OpenNGCTests {
    /// Prints name, right ascension and declination in degrees, and constellation of each object.
    private static let script = """
        import math, re, sqlite3, sys
        rows = sqlite3.connect(sys.argv[1]).execute("select name, type, ra, dec, const, messier, ngc, ic from objects").fetchall()
        known = {row[0]: row for row in rows}
        def same(row):
            # An object that stands there twice has its position at the other number.
            for _ in range(3):
                if row and row[1] == "Dup":
                    row = known.get(f"NGC{int(row[6]):04}" if row[6].isdigit() else f"IC{int(row[7]):04}" if row[7].isdigit() else "")
            return row
        prefixes = {"NGC": "NGC ", "IC": "IC ", "B": "Barnard ", "Mel": "Melotte ", "Cl": "Collinder ", "HCG": "Hickson ", "UGC": "UGC "}
        for name, row in known.items():
            match, row = re.fullmatch(r"([A-Za-z]+)(\\d+)", name), same(row)
            if not row or row[2] is None: continue
            rest = (math.degrees(row[2]), math.degrees(row[3]), row[4] or "")
            if row[5]: print(f"M{int(row[5])}", *rest, sep="\\t")
            if match and match[1] in prefixes: print(f"{prefixes[match[1]]}{int(match[2])}", *rest, sep="\\t")
        """

    private struct Known {
        var name: String
        var place: SkyPlace
        var constellation: String
    }

    private func known() throws -> [Known] {
        let command = try Command(["python3", "-c", Self.script, "\(PythonPackages.folder)/pyongc/ongc.db"])
        let lines = String(decoding: command.output(), as: UTF8.self).split(separator: "\n")
        #expect(command.finish() == 0)
        return try lines.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Known(
                name: String(fields[0]),
                place: SkyPlace(
                    rightAscension: try #require(Double(fields[1])), declination: try #require(Double(fields[2]))),
                constellation: String(fields[3]))
        }
    }

    @Test func `are within a minute of arc, save of what is wider than that`() throws {
        var count = 0
        for known in try known() {
            guard let object = SkyObject(named: known.name), let facts = object.facts else { continue }
            count += 1
            let allowed = Self.exceptions[object.name] ?? Self.exceptions[known.name] ?? 1
            let apart = minutes(between: facts.place, and: known.place)
            #expect(apart <= allowed, "\(known.name) is \(apart)′ from \(known.place.text)")
        }
        #expect(count > 1_000)
    }

    @Test func `are in the same constellation`() throws {
        for known in try known() where known.constellation != "" {
            guard let object = SkyObject(named: known.name), let facts = object.facts else { continue }
            // OpenNGC has Serpens in two parts.
            let short =
                known.constellation.hasPrefix("Se") ? String(known.constellation.prefix(2)) : known.constellation
            #expect(facts.constellation.abbreviation.hasPrefix(short), "\(known.name)")
        }
    }

    /// The angle between two places by their chord, which is exact for small ones, too.
    private func minutes(between one: SkyPlace, and other: SkyPlace) -> Double {
        func vector(_ place: SkyPlace) -> (Double, Double, Double) {
            let (a, d) = (place.rightAscension * .pi / 180, place.declination * .pi / 180)
            return (cos(d) * cos(a), cos(d) * sin(a), sin(d))
        }
        let (a, b) = (vector(one), vector(other))
        let (x, y, z) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
        return (x * x + y * y + z * z).squareRoot() * 180 / .pi * 60
    }

    /// The objects whose positions differ by more than a minute, with the greatest difference in minutes, and why.
    private static let exceptions: [String: Double] = {
        var all: [String: Double] = [:]
        for list in [nebulae, clusters, others] { all.merge(list) { $1 } }
        return all
    }()

    /// Nebulae are wide, and have no point that is their middle: OpenNGC takes a star or the brightest part of some, and
    /// Stellarium the middle of the outline, or the other way round.
    private static let nebulae: [String: Double] = [
        "IC 59": 5, "IC 63": 4, "IC 349": 6, "IC 405": 12, "IC 410": 12, "IC 423": 2, "IC 434": 5, "IC 443": 23,
        "IC 446": 2, "IC 447": 14, "IC 1283": 17, "IC 1318": 125, "IC 1795": 8, "IC 1871": 46, "IC 2087": 2,
        "IC 2118": 61, "IC 2169": 14, "IC 2177": 4, "IC 2599": 6, "IC 2944": 29, "IC 4592": 16, "IC 4601": 6,
        "IC 4603": 10, "IC 4604": 8, "IC 4605": 15, "IC 4606": 48, "IC 4628": 4, "IC 4678": 22, "IC 4703": 4,
        "IC 5070": 2,
        "M45": 7, "M78": 5, "NGC 281": 7, "NGC 896": 4, "NGC 1432": 11, "NGC 1435": 9, "NGC 1499": 4, "NGC 1554": 7,
        "NGC 1760": 3, "NGC 1977": 2, "NGC 1990": 39, "NGC 2170": 5, "NGC 2174": 12, "NGC 2237": 7,
        "NGC 2238": 4, "NGC 2246": 32, "NGC 2467": 2, "NGC 3199": 8, "NGC 3324": 2, "NGC 3372": 7, "NGC 3576": 5,
        "NGC 3603": 3, "NGC 6164": 3, "NGC 6188": 11, "NGC 6357": 23, "NGC 6559": 7, "NGC 6589": 8, "NGC 6590": 2,
        "NGC 6727": 2, "NGC 6729": 2, "NGC 6914": 13, "NGC 6960": 9, "NGC 6995": 3, "NGC 7000": 14, "NGC 7822": 23,
    ]

    /// The middles of open clusters and star clouds are counted from different stars.
    private static let clusters: [String: Double] = [
        "IC 2948": 7, "IC 4665": 5, "IC 4756": 6, "IC 4996": 5, "M24": 4, "M34": 2, "M35": 3, "M50": 3, "M73": 2,
        "Melotte 111": 41, "NGC 188": 2, "NGC 663": 2, "NGC 752": 4, "NGC 884": 2, "NGC 1245": 2, "NGC 1647": 2,
        "NGC 1807": 2, "NGC 1817": 3, "NGC 2169": 2, "NGC 2232": 14, "NGC 2451": 2, "NGC 2547": 3, "NGC 3114": 2,
        "NGC 3532": 2, "NGC 6169": 2, "NGC 6633": 6, "NGC 6664": 3, "NGC 6885": 2,
    ]

    /// The Small Magellanic Cloud is five degrees wide. NGC 3180 is a part of NGC 3184, and has its position. Which
    /// of two NGC 4170 is, nobody knows. NGC 4761 is in a compact group, and stands for its fainter member.
    private static let others: [String: Double] = ["NGC 292": 2, "NGC 3180": 2, "NGC 4170": 4, "NGC 4761": 2]
}
