import Days
import Folder
import Testing

@testable import Commands
@testable import Favorites

@Suite struct FavoritesInvocationTests {
    static let today = Day(number: 20_777)

    private func parse(_ words: [String]) throws -> any Action {
        try Invocation(words, today: Self.today).action
    }

    private func parse(_ line: String) throws -> any Action {
        try parse(line.split(separator: " ").map(String.init))
    }

    @Test(
        arguments: [
            ("favorites", ListFavorites()), ("favorites --json", ListFavorites(json: true)),
            ("--json favorites", ListFavorites(json: true)),
            ("favorites list", ListFavorites()),
            ("favorites list --json", ListFavorites(json: true)),
            ("favorites add today", ChangeFavorites(.add([today], to: .top))),
            ("favorites remove 2026-11-20 2026-11-19", ChangeFavorites(.remove([today, today.advanced(by: -1)]))),
            ("favorites restore today", ChangeFavorites(.restore([today]))),
            ("favorites restore --since 2h", RestoreFavorites(time: .ago(7_200))),
            ("favorites --since=2026-11-20 restore", RestoreFavorites(time: .day(today))),
            ("favorites watch", WatchFavorites()),
        ] as [(String, any Action)])
    func `understands every form`(line: String, action: any Action) throws {
        #expect(try parse(line) == action)
    }

    @Test(arguments: ["Moons", "Moons/Big", "Moons/", "Ünder the Sky", "2026", "a.b", "…"])
    func `takes albums to any depth`(album: String) throws {
        let action = ChangeFavorites(.add([Self.today], to: try Album(album)))
        #expect(try parse(["--album", album, "favorites", "add", "today"]) == action)
        #expect(try parse(["favorites", "add", "today", "--album=\(album)"]) == action)
    }

    @Test func `searches among the favorites`() throws {
        #expect(
            try parse("search --favorites black hole") == Search(words: ["black", "hole"], amongFavorites: true))
        #expect(try parse("search favorites") == Search(words: ["favorites"]))
    }

    @Test(arguments: ["favorites --help", "favorites add --help", "favorites bogus -h", "-h favorites"])
    func `explains itself`(line: String) throws {
        #expect(try parse(line) == Help(command: "favorites"))
    }

    private static let all = "Usage: apod-mirror favorites [list|add|remove|restore]"
    private static let add = "Usage: apod-mirror favorites add [--album NAME] DAY…"
    private static let restore = "Usage: apod-mirror favorites restore [--since TIME] [DAY…]"
    private static let tooLong = String(repeating: "x", count: 256)

    @Test(arguments: [
        ("favourites", "There is no command “favourites”. Is favorites meant?\napod-mirror --help lists the commands."),
        ("favorites lsit", "favorites does not know “lsit”. Is favorites list meant?\n\(all)"),
        ("favorites restor", "favorites does not know “restor”. Is favorites restore meant?\n\(all)"),
        ("favorites wacth", "favorites does not know “wacth”.\n\(all)"),
        ("favorites 2026-11-20", "favorites does not know “2026-11-20”.\n\(all)"),
        ("favorites add", "favorites add needs a day, such as 2026-11-20.\n\(add)"),
        ("favorites add 2026-11-21", "2026-11-21 has not come yet; at NASA it is 2026-11-20.\n\(add)"),
        ("favorites add 1995-06-15", "1995-06-15 is before the first picture, that of 1995-06-16.\n\(add)"),
        ("favorites add today --album", "--album needs a value: --album NAME.\n\(add)"),
        ("favorites add today --albun x", "There is no option --albun. Is --album meant?\n\(add)"),
        ("favorites add today --album ../x", "An album lies in favorites/; “..” would lead out of it.\n\(add)"),
        ("favorites add today --album x/../y", "An album lies in favorites/; “..” would lead out of it.\n\(add)"),
        (
            "favorites add today --album /x",
            "/x is a path from the root; an album lies in favorites/, such as Moons/Big.\n\(add)"
        ),
        (
            "favorites add today --album x/.y",
            "An album's name does not begin with a dot as “.y” does: such folders are hidden.\n\(add)"
        ),
        (
            "favorites add today --album x//y",
            "An album and each part of its name must have letters, such as Moons or Moons/Big.\n\(add)"
        ),
        (
            "favorites add today --album=",
            "An album and each part of its name must have letters, such as Moons or Moons/Big.\n\(add)"
        ),
        (
            "favorites add today --album \(tooLong)",
            "“xxxxxxxxxxxxxxxxxxxx…” is too long for a folder's name: 256 bytes of at most 255.\n\(add)"
        ),
        ("favorites add today --album x\0y", "An album's name cannot hold a NUL.\n\(add)"),
        (
            "favorites remove",
            "favorites remove needs a day, such as 2026-11-20.\nUsage: apod-mirror favorites remove DAY…"
        ),
        (
            "favorites remove today --json",
            "favorites remove does not take --json; status, credits, favorites list, verify, compare, sum, import and export do.\nUsage: apod-mirror favorites remove DAY…"
        ),
        ("favorites restore", "favorites restore needs a day, or --since with a time.\n\(restore)"),
        ("favorites restore today --since 2h", "favorites restore takes either a day or --since.\n\(restore)"),
        ("favorites restore --since", "--since needs a value: --since TIME.\n\(restore)"),
        ("favorites restore --since soon", "“soon” is no time; write it as \(PastTime.forms).\n\(restore)"),
        (
            "favorites list x",
            "favorites list takes no argument; “x” is one too many.\nUsage: apod-mirror favorites list [--json]"
        ),
        (
            "show --since today",
            "show does not take --since; sync and favorites restore do.\nUsage: apod-mirror show [DAY]"
        ),
        (
            "favorites --favorites",
            "favorites list does not take --favorites; search, serve and export do.\nUsage: apod-mirror favorites list [--json]"
        ),
    ])
    func `says what is wrong and what is right`(line: String, text: String) {
        #expect {
            _ = try parse(line)
        } throws: { error in
            "\(error)" == text
        }
    }
}
