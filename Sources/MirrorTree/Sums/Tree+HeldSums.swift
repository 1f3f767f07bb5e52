internal import Days
internal import Folder
internal import Settings

extension Tree {
    /// The sums of all that the mirror holds, by its SHA256SUMS: no picture is read. What these do not name, a day's JSON
    /// names.
    ///
    /// Throws ``NotSummed`` where what a file holds is told by neither, or a folder cannot be listed: a sum without it would
    /// say that it is not there.
    package func heldSums(_ listing: Listing) throws -> HeldSums {
        if let closed = listing.closed.min(by: { $0.key < $1.key })?.value {
            throw NotSummed(sentence: closed.description)
        }
        var held = HeldSums()
        for month in listing.months {
            let pictures = try sums(in: Self.monthPath(month).appending("metadata"))
            for name in listing.summedNames(month) {
                guard let day = Listing.day(of: FilePath(name)) else { continue }
                let told = try pictures[name] ?? metadata(naming: name, day)?.mirror.picture?.sha256
                guard let told else { throw NotSummed(root: root.path, path: path(of: name, day: day)) }
                held[day].picture = told
            }
            let published = Self.publishedPath(month)
            let records = try sums(in: published)
            for entry in try root.folder(published)?.entries() ?? [] where entry.kind == .file {
                guard let day = Self.dayOfRecord(named: entry.name) else { continue }
                let told = try records[entry.name.description] ?? metadata(naming: nil, day)?.mirror.record?.sha256
                guard let told else { throw NotSummed(root: root.path, path: "\(root.path)/\(Self.recordPath(day))") }
                held[day].record = told
            }
        }
        return held
    }

    /// The sums in a folder's SHA256SUMS; none where the file is missing or torn.
    private func sums(in folder: FilePath) throws -> [String: String] {
        try root.read(folder.appending("SHA256SUMS")).flatMap { Checksums($0) }?.sums ?? [:]
    }

    /// The day's JSON, where it can be read and is the one of this file.
    private func metadata(naming name: String?, _ day: Day) throws -> Metadata? {
        guard let bytes = try root.read(Self.metadataPath(day)), let metadata = try? Metadata(bytes, of: day) else {
            return nil
        }
        return name == nil || metadata.visibleName == name ? metadata : nil
    }
}

/// Why what a mirror holds cannot be summed.
package struct NotSummed: Error, Equatable, CustomStringConvertible {
    package var description: String

    init(sentence: String) {
        description = sentence
    }

    init(root: String, path: String) {
        description =
            "No sum of \(path) is known, so there is none of the mirror. "
            + "To have it made: apod-mirror verify --repair --mirror \(root.shellWord)"
    }
}
