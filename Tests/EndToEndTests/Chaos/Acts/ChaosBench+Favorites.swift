import Foundation

// The owner's hand in favorites/.

extension ChaosBench {
    /// What lies below `favorites/`, by its path, and the day it stands for.
    var entries: [String: String] {
        let folder = root + "/favorites"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        var entries: [String: String] = [:]
        for path in paths {
            // A link's target says which day it means, whatever its own name.
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + path)
            entries[path] = target.flatMap(Self.day) ?? Self.day(of: path)
        }
        return entries
    }

    /// The days for which something lies below `favorites/`. The pictures and metadata that a guest forged mean no day,
    /// whatever they are called.
    var daysWithEntry: Set<String> {
        Set(entries.filter { !$0.key.contains(Self.guestsWord) && !$0.key.hasSuffix(".json") }.values)
    }

    private var someAlbum: String { any(["", "", "Moons/", "Galaxies/Near/", "Süße 100% $HOME/"]) ?? "" }

    func dropLink() async throws {
        guard let picture = any(pictures), let day = Self.day(of: picture) else { return }
        let album = someAlbum
        let depth = album.split(separator: "/").count + 1
        let target = any([mirror + "/", String(repeating: "../", count: depth)]) ?? ""
        let name = any([(picture as NSString).lastPathComponent, "Number \(Int.random(in: 0..<99, using: &random))"])
        model.drop(day)
        try await hand(
            "mkdir -p \"favorites/$1\"; ln -s \"$2\" \"favorites/$1$3\"", album, target + picture, name ?? day)
    }

    /// What a full disk has cut short stands for no day, and nobody leaves it there.
    func dropPicture(by program: String) async throws {
        guard let picture = any(pictures), let day = Self.day(of: picture) else { return }
        model.drop(day)
        try await hand(
            """
            mkdir -p "favorites/$1"; there=$(find "favorites/$1$3" 2>/dev/null) || :
            \(program) "$2" "favorites/$1" || { [ -n "$there" ] || rm -f "favorites/$1$3"; exit 1; }
            """, someAlbum, picture, (picture as NSString).lastPathComponent)
    }

    func dropShortcut() async throws {
        let day = someDay
        model.drop(day)
        let short = day.dropFirst(2).replacing("-", with: "")
        try await hand(
            """
            printf '[InternetShortcut]\\nURL=https://apod.nasa.gov/apod/ap%s.html\\n' "$1" > "favorites/$2.url" || {
                rm -f "favorites/$2.url"; exit 1; }
            """, String(short), day)
    }

    func moveEntry() async throws {
        guard let path = any(entries.keys.sorted()) else { return }
        try await hand("mkdir -p \"favorites/$1\"; mv -n \"favorites/$2\" \"favorites/$1\"", someAlbum, path)
    }

    func renameLink() async throws {
        let links = entries.keys.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/favorites/" + $0)) != nil
        }
        guard let path = any(links.sorted()) else { return }
        try await hand(
            "mv -nT \"favorites/$1\" \"favorites/Renamed $2\"", path, "\(Int.random(in: 0..<99, using: &random))")
    }

    func removeEntry() async throws {
        let before = entries
        guard let path = any(before.keys.sorted()) else { return }
        try await hand("rm -f \"favorites/$1\"", path)
        release(Set([before[path]].compactMap(\.self)))
    }

    func changeAlbum(_ command: String) async throws {
        let albums = Set(entries.keys.compactMap { $0.split(separator: "/").dropLast().first.map(String.init) })
        guard let album = any(albums.sorted()) else { return }
        let number = Int.random(in: 0..<99, using: &random)
        try await hand(
            "[ -e \"favorites/$2\" ] || \(command) \"favorites/$1\" \"favorites/$2\"", album, "Album \(number)")
    }

    func removeAlbum() async throws {
        let before = entries
        let albums = Set(before.keys.map { ($0 as NSString).deletingLastPathComponent }).subtracting([""])
        guard let album = any(albums.sorted()) else { return }
        try await hand("rm -rf \"favorites/$1\"", album)
        release(Set(before.filter { $0.key.hasPrefix(album + "/") }.values))
    }

    /// Days of which nothing lies there any more: their owner took the last link away.
    func release(_ days: Set<String>) {
        for day in days.subtracting(daysWithEntry) { model.release(day) }
    }

    private static let accidents = [
        "rm -rf favorites",
        "rm -rf ../away; mv favorites ../away",
        "rm -rf ../away; mv favorites ../away && mkdir -p favorites",
        "rm -rf ../old; cp -a favorites ../old && rm -rf favorites && mv ../old favorites",
        "rm -rf ../old ../away; cp -al favorites ../old && mv favorites ../away && mv ../old favorites",
    ]

    /// An accident is no removal: nothing may be forgotten. One that got stuck at a closed folder has taken links out of
    /// open ones, as a hand does.
    func loseFavorites() async throws {
        guard let accident = any(Self.accidents) else { return }
        let before = entries
        if try await !hand(accident) { release(Set(before.values)) }
    }

    func loseRecord() async throws {
        guard let accident = any(["rm -f favorites.json", "echo '{' > favorites.json", ": > favorites.json"])
        else { return }
        try await hand(accident)
    }
}
