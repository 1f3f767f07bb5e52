import Foundation
import SampleNASA

/// What the sample server holds, to compare a tree with: the bytes that may stand under a day's visible name.
struct Published {
    /// The newest version last; empty for a day that gets a page.
    private(set) var versions: [String: [Data]] = [:]

    init(_ server: SampleNASA) {
        add(from: server)
    }

    /// Adds what the server holds now; versions it held before stay allowed until a pass has replaced them.
    mutating func add(from server: SampleNASA) {
        for day in server.dates {
            let bytes = Self.bytes(of: day, at: server)
            if let bytes, versions[day]?.last == bytes { continue }
            versions[day, default: []] += [bytes].compactMap(\.self)
        }
    }

    /// A rendition that stood in for the original.
    mutating func add(_ bytes: Data, for day: String) {
        versions[day, default: []].insert(bytes, at: 0)
    }

    /// Forgets all but the newest: what must stand there after a clean pass.
    var newest: Published {
        var newest = self
        newest.versions = versions.mapValues { $0.suffix(1) }
        return newest
    }

    /// For a mirror in which a day is hidden.
    func without(_ day: String) -> Published {
        var others = self
        others.versions[day] = nil
        return others
    }

    /// For a mirror that need not hold all of it.
    func only(_ days: Set<String>) -> Published {
        var others = self
        others.versions = versions.filter { days.contains($0.key) }
        return others
    }

    /// For a mirror in which other files stand for some days.
    func standingIn(_ files: [String: Data]) -> Published {
        var others = self
        others.versions.merge(files.mapValues { [$0] }) { $1 }
        return others
    }

    var days: [String] { versions.keys.sorted() }

    func allows(_ bytes: Data, on day: String) -> Bool {
        versions[day]?.contains(bytes) ?? false
    }

    /// Days that NASA has a file for.
    var daysWithFile: [String] { days.filter { versions[$0]?.isEmpty == false } }

    private static func bytes(of date: String, at server: SampleNASA) -> Data? {
        switch server.day(date)?.media {
        case .picture: Data(server.picture(for: date))
        case .video: Data(server.video(for: date))
        case .embedded, .placeholder, .other, nil: nil
        }
    }
}
