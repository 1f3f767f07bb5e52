import Days
import Folder
import JSON
import Testing

@testable import Commands
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Service
@testable import Settings

@Suite struct FavoritesTableTests {
    private let well = FavoriteHealth(picture: .present, path: "/m/x.jpg", vault: .whole, links: .whole)

    private func row(
        _ date: Day, _ title: String?, _ links: Set<FilePath>, _ health: FavoriteHealth? = nil
    ) -> FavoriteRow {
        FavoriteRow(
            favorite: Favorite(date: date, title: title, added: TestMirror.now, links: links), title: title,
            health: health ?? well)
    }

    private func lines(_ rows: [FavoriteRow], columns: Int? = nil, unicode: Bool = true) -> [String] {
        FavoritesTable(
            rows: rows, columns: columns, local: PastTimeTests.utc, unicode: unicode, options: " --mirror /m"
        ).lines
    }

    @Test func `stands in columns and is summed up`() {
        let other = day.advanced(by: -1)
        let noAlbum = String(repeating: " ", count: 24)
        #expect(
            lines([row(other, "A Sun Halo", ["x.jpg"]), row(day, "Webb's View", ["Moons/Big/x", "Galaxies/x", "x"])])
                == [
                    "2026-11-19  A Sun Halo\(noAlbum)since 2026-11-20  well",
                    "2026-11-20  Webb's View  Galaxies, Moons/Big  since 2026-11-20  well", "2 favorites, all well.",
                ])
    }

    @Test func `has no column that is empty`() {
        #expect(
            lines([row(day, "Webb's View", ["x"])]) == [
                "2026-11-20  Webb's View  since 2026-11-20  well", "1 favorite, all well.",
            ])
    }

    @Test func `says what is not well and what to do`() {
        let waiting = FavoriteHealth(picture: .missing, vault: .missing, links: .whole)
        let worse = FavoriteHealth(picture: .present, vault: .damaged, links: .missing)
        let told = lines([row(day, nil, ["x"], waiting), row(day, "Webb", ["x"], worse), row(day, "x", ["x"], waiting)])
        #expect(told[0] == "2026-11-20  not fetched yet  since 2026-11-20  picture to be fetched")
        #expect(told[1] == "2026-11-20  Webb             since 2026-11-20  vault damaged, link missing")
        #expect(
            told[3] == "3 favorites, not all well: picture to be fetched (2), link missing, vault damaged. "
                + "To put that right: apod-mirror sync --mirror /m")
        let damaged = FavoriteHealth(picture: .damaged, vault: .whole, links: .stale)
        #expect(
            lines([row(day, "x", ["x"], damaged)]).last == "1 favorite, not all well: link to be healed, "
                + "metadata damaged. To put that right: apod-mirror verify --repair --mirror /m")
    }

    @Test(arguments: [50, 60, 72, 80, 200])
    func `fits the terminal`(columns: Int) {
        let long = String(repeating: "星の雲 and more ", count: 20)
        let told = lines([row(day, long, ["A very long name of an album indeed/x"])], columns: columns)
        // Narrower than that, a terminal wraps.
        #expect(told[0].width <= max(columns, 62))
        #expect(told[0].hasPrefix("2026-11-20  星の雲") && told[0].hasSuffix("  since 2026-11-20  well"))
        #expect(told[0].contains("…"))
        let plain = lines([row(day, long, ["x"])], columns: columns, unicode: false)
        #expect(plain[0].contains("... "))
        #expect(!lines([row(day, long, ["x"])])[0].contains("…"))
    }

    @Test func `one long title does not make every line as long`() {
        let told = lines([row(day, "Short", ["x"]), row(day, String(repeating: "long ", count: 30), ["x"])])
        #expect(told[0] == "2026-11-20  Short\(String(repeating: " ", count: 57))since 2026-11-20  well")
        #expect(told[1].contains("long long") && told[1].hasSuffix("  since 2026-11-20  well"))
    }

    @Test func `nothing in it moves a cursor`() {
        let told = lines([row(day, "a\u{1B}[2Jb\nc", ["x\u{202E}y/z"])])
        #expect(told[0] == "2026-11-20  a\u{FFFD}[2Jb c  xy  since 2026-11-20  well")
    }

    @Test func `is an array of objects for programs`() throws {
        let rows = [row(day, "W\u{9B}\u{202E}", ["Moons/x.jpg", "x"])]
        let text = try JSONText.lines(rows)
        #expect(
            text == #"""
                [
                  {
                    "added" : "2026-11-20T14:03:07Z",
                    "albums" : [
                      "Moons"
                    ],
                    "date" : "2026-11-20",
                    "links" : [
                      "Moons/x.jpg",
                      "x"
                    ],
                    "links_state" : "whole",
                    "picture" : {
                      "path" : "/m/x.jpg",
                      "state" : "present"
                    },
                    "title" : "W\u009b\u202e",
                    "vault" : "whole"
                  }
                ]

                """#)
        #expect(JSONValue(Array(text.utf8)) == JSONValue(try JSONFile.encode(rows)))
    }
}
