internal import Days
internal import Folder
package import Settings

extension Tree {
    /// The sums of all that the mirror holds, by its SHA256SUMS: no picture is read. What these do not name, a day's JSON
    /// names; a file that neither knows is its owner's.
    ///
    /// Throws ``NotSummed`` where both are damaged, or a folder cannot be listed: a sum without what is there would say that
    /// it is not.
    package func heldSums(_ listing: Listing) throws -> HeldSums {
        if let closed = listing.closed.min(by: { $0.key < $1.key })?.value {
            throw NotSummed(description: closed.description)
        }
        var held = HeldSums()
        for month in listing.months {
            let pictures = try sums(of: month)
            for name in listing.summedNames(month) {
                guard let day = Listing.day(of: FilePath(name)) else { continue }
                let told = try told(pictures, name, day, path: path(of: name, day: day)) { metadata in
                    metadata.visibleName == name ? metadata.mirror.picture?.sha256 : nil
                }
                if let told { held[day].picture = told }
            }
            let published = try root.folder(Self.publishedPath(month))
            let records = try Checksums(in: published)
            for entry in try published?.entries() ?? [] where entry.kind == .file {
                guard let day = Self.dayOfJSON(named: entry.name), listing.days[day] != nil else { continue }
                let path = "\(root.path)/\(Self.recordPath(day))"
                let told = try told(records, entry.name.description, day, path: path) { $0.mirror.record?.sha256 }
                if let told { held[day].record = told }
            }
        }
        return held
    }

    /// The sum of a file, by SHA256SUMS or by the day's JSON; `nil` for one that is not the mirror's.
    private func told(
        _ sums: Checksums?, _ name: String, _ day: Day, path: String, by sum: (Metadata) -> String?
    ) throws -> String? {
        if let told = sums?.sums[name] { return told }
        if let bytes = try root.read(Self.metadataPath(day)), let metadata = try? Metadata(bytes, of: day) {
            return sum(metadata)
        }
        if sums != nil { return nil }
        throw NotSummed(
            description: "No sum of \(path) is known, so there is none of the mirror. "
                + "To have it made: apod-mirror verify --repair --mirror \(root.path.shellWord)")
    }
}

/// Why what a mirror holds cannot be summed, or the sums that were noted tell nothing.
package struct NotSummed: ExitCoded, Equatable, CustomStringConvertible {
    package var description: String

    package var exitCode: ExitCode { .notAllWell }
}
