import Foundation
import Testing

/// All that a person does with favorites, one step after the other, with an end that is known.
struct FavoritesScript {
    let bench: LossBench
    /// What lies in `favorites/` and what is recorded for it, by path.
    private var expected: [String: (entry: String, day: String)] = [:]
    private var removed: Set<String> = []
    /// The owner's own files, by path.
    static let own = ["note.txt": "a note\n", "foreign": "/etc/hostname"]

    init(_ bench: LossBench) {
        self.bench = bench
    }

    /// Favorites of old: one in an album that will go, two links that will go, one that will move.
    static func plant(_ bench: LossBench) throws {
        let places = ["Old/", "", "", "Galaxies/"].enumerated()
        try bench.plant(Dictionary(uniqueKeysWithValues: places.map { ($1 + name($0, bench), ServedDays.ago($0)) }))
    }

    mutating func run() async throws {
        for (number, album) in ["Old", "", "", "Galaxies"].enumerated() { expect(number, in: album) }
        try await step("all that was dropped is a link", Self.drops) { expected, own in
            for number in [4, 6, 8, 9] { expected.expect(number) }
            for number in [5, 7] { expected.expect(number, in: "Moons") }
            expected.expect(10, as: "")
        }
        try await step("all that was moved and removed is so", Self.moves) { expected, own in
            for (number, album) in [(0, "Old"), (1, ""), (2, ""), (3, "Galaxies"), (4, ""), (5, "Moons"), (7, "Moons")]
            {
                expected.forget(number, in: album)
            }
            for number in [4, 5, 7] { expected.expect(number, in: "Planets") }
            expected.expect(6, in: "Both")
            expected.expect(3)
            expected.removed = Set([0, 1, 2].map(ServedDays.ago))
        }
        try await step("what was dropped again is back", Self.again) { expected, own in
            expected.expect(2)
            expected.removed.remove(ServedDays.ago(2))
        }
    }

    private static let drops = """
        ln -s "$PWD/$p4" favorites/
        mkdir favorites/Moons
        ln -s "../../$p5" favorites/Moons/
        mv "$p6" favorites/
        cp "$p7" favorites/Moons/
        ln "$p8" favorites/
        printf '[InternetShortcut]\\nURL=https://apod.nasa.gov/apod/ap%s.html\\n' "$d9" > favorites/Page.url
        echo mine > "favorites/${p10##*/}"
        echo a note > favorites/note.txt
        ln -s /etc/hostname favorites/foreign
        """

    private static let moves = """
        mv "favorites/${p4##*/}" favorites/Moons/
        mv favorites/Moons favorites/Planets
        mkdir favorites/Both
        cp -P "favorites/${p6##*/}" favorites/Both/
        rm -r favorites/Old "favorites/${p1##*/}" "favorites/${p2##*/}"
        mv "favorites/Galaxies/${p3##*/}" favorites/
        """

    private static let again = #"ln -s "$PWD/$p2" favorites/"#

    private mutating func step(
        _ what: String, _ script: String, _ change: (inout FavoritesScript, [String: String]) -> Void
    ) async throws {
        change(&self, Self.own)
        var variables = ""
        for number in 0...10 {
            let day = ServedDays.ago(number)
            variables +=
                "p\(number)=\"\(bench.pictures[day] ?? "")\" d\(number)=\(day.filter { $0 != "-" }.dropFirst(2))\n"
        }
        let words = variables + script
        // The keeper may die while this is done, too.
        async let done: Void = bench.shell(words)
        let (wanted, gone) = (expected, removed)
        let entries = wanted.mapValues(\.entry)
        let found: Persisted
        do {
            found = try await bench.settled(what) { found in
                found.entries.filter { Self.own[$0.key] == nil } == entries && Set(found.removed.keys) == gone
                    && found.favorites.mapValues(\.links) == Self.links(wanted)
            }
        } catch {
            let entries = try Persisted(root: bench.root).entries.map { "\($0.key) -> \($0.value)" }.sorted()
            throw HarnessError("\(error)\nIN favorites/\n\(entries.joined(separator: "\n"))")
        }
        try await done
        for (day, added) in bench.added {
            #expect((found.favorites[day] ?? found.removed[day])?.added == added, "\(day) after: \(what)")
        }
    }

    private static func links(_ expected: [String: (entry: String, day: String)]) -> [String: Set<String>] {
        expected.reduce(into: [:]) { $0[$1.value.day, default: []].insert($1.key) }
    }
}

extension FavoritesScript {
    private static func name(_ number: Int, _ bench: LossBench) -> String {
        ((bench.pictures[ServedDays.ago(number)] ?? "") as NSString).lastPathComponent
    }

    /// A link to the day, or a file of the owner's.
    fileprivate mutating func expect(_ number: Int, in album: String = "", as entry: String? = nil) {
        let day = ServedDays.ago(number)
        let path = (album.isEmpty ? "" : album + "/") + Self.name(number, bench)
        expected[path] = (entry ?? bench.target(of: day, from: album), day)
    }

    fileprivate mutating func forget(_ number: Int, in album: String) {
        expected[(album.isEmpty ? "" : album + "/") + Self.name(number, bench)] = nil
    }
}
