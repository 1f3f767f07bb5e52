package import Days
package import Folder
internal import Hashing
internal import Pages

/// `.apod-mirror/complete-years`: the years that lack no thumbnail, so that a start need not look at each picture of thirty
/// years. A year counts while no name has come or gone in its folders, for a day at most.
package struct CompleteYears: Equatable {
    private var years: [String: Year] = [:]

    private struct Year: Equatable {
        /// The hash of the stamps of its folders.
        var stamps: String
        var end: Timestamp
    }

    package static let name: FilePath = "complete-years"
    private static let head = "apod-mirror complete-years 1"

    /// A file that is not there, torn or of another version names no year.
    package init(in root: Folder) {
        let bytes = (try? root.read(Tree.own.appending(Self.name))) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
        guard lines.first.map({ $0 == Self.head }) == true else { return }
        for line in lines.dropFirst() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3, let end = Int64(words[1]) else { continue }
            years[words[0]] = Year(stamps: words[2], end: Timestamp(seconds: end))
        }
    }

    package var bytes: [UInt8] {
        let lines = years.sorted { $0.key < $1.key }.map { "\($0) \($1.end.seconds) \($1.stamps)" }
        return Array(([Self.head] + lines).map { $0 + "\n" }.joined().utf8)
    }

    package var names: Set<String> { Set(years.keys) }

    /// Forgets years that do not count any more.
    package mutating func revise(by stamps: [String: String], at now: Timestamp) {
        years = years.filter { name, year in
            // An end that lies further ahead is from before the clock was put back.
            stamps[name] == year.stamps && now < year.end && year.end <= now + Self.longest
        }
    }

    /// Adds a year that was looked through after its stamps were taken.
    ///
    /// - Parameter end: when a picture that was tried in vain is worth another try; `nil` for never.
    package mutating func add(_ name: String, _ stamps: String, until end: Timestamp?, at now: Timestamp) {
        let longest = now + Self.longest
        years[name] = Year(stamps: stamps, end: min(end ?? longest, longest))
    }

    private static let longest = 86_400

    /// A hash of the stamps of each year's folders; a year of which one has no stamp is left out.
    package static func stamps(_ listing: Listing, in root: Folder) -> [String: String] {
        let months = Dictionary(grouping: listing.months) { String($0.prefix(4)) }
        var hashes: [String: String] = [:]
        for (year, months) in months {
            guard let status = try? root.status(ThumbnailSize.folder(year)), let own = MonthStamp(status, nil) else {
                continue
            }
            let stamps = months.sorted().map { listing.stamps[$0] }
            guard !stamps.contains(nil) else { continue }
            var bytes: [UInt8] = []
            for stamp in [own] + stamps.compactMap(\.self) {
                bytes.append(stamp.pictures)
                if let metadata = stamp.metadata { bytes.append(metadata) }
            }
            hashes[year] = SHA256.hash(bytes)
        }
        return hashes
    }
}
