import Foundation
import Hashing
import Testing

extension LossBench {
    /// Awaits that nothing is under way any more and that what is persisted is right.
    @discardableResult
    func settled(_ what: String, _ isRight: (Persisted) -> Bool = { _ in true }) async throws -> Persisted {
        var found: Persisted?
        do {
            try await eventually(what, every: .milliseconds(10)) {
                try tendKeeper()
                found = try? Persisted(root: root, onlyIfSettled: true)
                return found.map { $0.isQuiet && isRight($0) } ?? false
            }
        } catch {
            throw HarnessError("\(error)\n\(Self.told(try? Persisted(root: root)))\nTOLD \(keeper?.errors.text ?? "")")
        }
        guard let found else { throw HarnessError("nothing is persisted") }
        return found
    }

    private static func told(_ found: Persisted?) -> String {
        guard let found else { return "NOTHING that can be read" }
        let recorded = found.favorites.values.reduce(into: Set<String>()) { $0.formUnion($1.links) }
        let lying = Set(found.entries.keys)
        return """
            SETTLED \(found.isSettled)
            FAVORITES \(found.favorites.keys.sorted())
            REMOVED \(found.removed.keys.sorted())
            RECORDED AND MISSING \(recorded.subtracting(lying).sorted().prefix(20))
            THERE AND NOT RECORDED \(lying.subtracting(recorded).sorted().prefix(20))
            """
    }

    /// The favorites that should be there are, each since it was added, and nothing was taken for removed.
    func expectKept(
        _ found: Persisted, _ comment: @autoclosure () -> Comment? = nil, location: SourceLocation = #_sourceLocation
    ) {
        #expect(found.favorites.mapValues(\.added) == added, comment(), sourceLocation: location)
        #expect(found.removed.isEmpty, comment(), sourceLocation: location)
    }

    /// After an accident: awaits that the keeper trusts what lies there, and expects every favorite in it.
    func expectAllKept(
        _ comment: @autoclosure () -> Comment? = nil, location: SourceLocation = #_sourceLocation
    ) async throws {
        expectKept(try await settled("all is settled again") { haveLinks($0) }, comment(), location: location)
    }

    /// Every favorite has a link, and each link says where its picture is.
    func haveLinks(_ found: Persisted, except others: [String] = []) -> Bool {
        found.favorites.filter { !others.contains($0.key) }.allSatisfy { day, favorite in
            !favorite.links.isEmpty
                && favorite.links.allSatisfy { path in
                    found.entries[path] == target(of: day, from: (path as NSString).deletingLastPathComponent)
                }
        }
    }
}

extension LossBench {
    /// Favorites as they have been for years: the newest days, at the top and in albums, one of them twice.
    func plantFavorites(_ count: Int) throws {
        var links: [String: String] = [:]
        for ago in 0..<count {
            let day = ServedDays.ago(ago)
            let name = pictures[day].map { ($0 as NSString).lastPathComponent } ?? day
            links[["", "Galaxies/", "Moons/Near/"][ago % 3] + name] = day
            if ago == 1 { links["Moons/" + name] = day }
        }
        try plant(links)
    }

    /// Puts links there, and everything that says they have been for long.
    func plant(_ links: [String: String]) throws {
        var days: [String: Set<String>] = [:]
        for (path, day) in links {
            let album = (path as NSString).deletingLastPathComponent
            try link(day, in: album, as: (path as NSString).lastPathComponent)
            days[day, default: []].insert(path)
        }
        let favorites = days.keys.sorted().enumerated().map { number, day in
            added[day] = "2020-01-\(10 + number % 20)T00:00:\(10 + number / 20)Z"
            return ["date": day, "added": added[day] ?? "", "links": days[day, default: []].sorted()] as [String: Any]
        }
        let record: [String: Any] = ["version": 1, "favorites": favorites, "removed": [Any]()]
        try JSONSerialization.data(withJSONObject: record).write(to: URL(filePath: root + "/favorites.json"))
        try settle()
    }

    /// Makes the marker and the mirror's own note say that `favorites.json` was written by the mirror, and that this
    /// folder is the one it speaks of: as it is after a copy of a whole tree that nobody must take for another one.
    func settle() throws {
        let bytes = try Data(contentsOf: URL(filePath: root + "/favorites.json"))
        let sum = SHA256.hash(Array(bytes))
        let marker = root + "/favorites/.apod-mirror"
        try Data("\(sum)\n".utf8).write(to: URL(filePath: marker))
        guard let state = Persisted.marker(at: marker) else { throw HarnessError("no marker in \(root)") }
        let note: [String: Any] = [
            "sha256": sum, "marker": ["inode": state.inode, "ctime": state.ctime],
            "record": try JSONSerialization.jsonObject(with: bytes),
        ]
        try JSONSerialization.data(withJSONObject: note)
            .write(to: URL(filePath: root + "/.apod-mirror/favorites.json"))
    }
}
