import Days
import Hashing
import JSON

@testable import Favorites
@testable import MirrorTree

extension FuzzTarget {
    /// `favorites.json`, the mirror's own copy of it, and the marker's few bytes.
    static let favorites = FuzzTarget("favorites") { bytes in
        let record = try? JSONReader.read(FavoritesRecord.self, from: bytes)
        if let record { try check(record) }
        if let kept = try? JSONReader.read(KeptFavorites.self, from: bytes) {
            let json = try text(of: kept.record)
            let written = try kept.encoded(json)
            try promise(
                "the copy is read as it was written", try JSONReader.read(KeptFavorites.self, from: written) == kept)
        }
        _ = try? JSONReader.read(MirrorIdentity.Version.self, from: bytes)
        try checkTrust(record ?? FavoritesRecord(), bytes)
    }

    private static func text(of record: FavoritesRecord) throws -> [UInt8] {
        try FavoritesText.json(of: record)
    }

    private static func check(_ record: FavoritesRecord) throws {
        let written = try text(of: record)
        try promise("it reads as every JSON file does", try JSONFile.encode(JSONValue(written)) == written)
        try promise(
            "favorites are read as they were written",
            try JSONReader.read(FavoritesRecord.self, from: written) == record)
        try promise(
            "no day is both a favorite and removed", record.favorites.keys.allSatisfy { record.removed[$0] == nil })
        var merged = FavoritesRecord()
        merged.merge(record)
        try promise("a merge forgets nothing", merged.says(record))
        merged.merge(record)
        try promise("a second merge changes nothing", merged.says(record))
        for (day, favorite) in record.favorites {
            var other = record
            other.forget(favorite.links, of: day, now: favorite.added)
            try promise("a favorite without links is removed", other.favorites[day] == nil && other.removed[day] != nil)
        }
    }

    /// A marker that holds anything but the sum of what was written is trusted by nobody.
    private static func checkTrust(_ record: FavoritesRecord, _ bytes: [UInt8]) throws {
        let sum = String(repeating: "ab", count: 32)
        let state = MarkerState(inode: 1, ctime: 2)
        let text = String(decoding: bytes.prefix(128), as: UTF8.self).filter { !$0.isWhitespace }
        let marker = Marker(state: state, hardLinks: 1, sum: text)
        let kept = KeptFavorites(sha256: sum, marker: state, record: record)
        let trust = Trust(markers: (marker, marker), stored: .readable(record, sha256: sum), kept: kept)
        try promise("a marker is trusted by its sum alone", (trust == .settled) == (text == sum))
    }
}
