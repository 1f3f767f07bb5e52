internal import Days
package import Folder
package import MirrorTree

/// The sums of a month's `metadata/published/`, as `sha256sum -c SHA256SUMS` reads them there.
///
/// The records have sums of their own: versions that know no records take every name in `metadata/SHA256SUMS` for a
/// picture's.
package struct PublishedSums: SumsFile {
    /// The month's `metadata/`.
    private let metadata: Folder
    /// `nil` where no record was kept yet.
    package let place: Folder?

    /// `metadata` is the month's `metadata/`.
    package init(_ metadata: Folder) throws {
        self.metadata = metadata
        place = try metadata.folder(Tree.published)
    }

    /// The names of the records that stand there.
    func names() throws -> [String] {
        try (place?.entries() ?? []).compactMap { entry in
            entry.kind == .file && Tree.dayOfRecord(named: entry.name) != nil ? entry.name.text : nil
        }
    }

    /// Whether the record of that name has this SHA-256.
    func holds(_ name: String, _ sum: String) -> Bool {
        (try? place?.holds(FilePath(name), sum)) == true
    }

    func hasFile(of day: Day) -> Bool {
        (try? place?.status(Tree.recordName(day))?.kind) == .file
    }

    /// Notes the record that a day's JSON names.
    package func record(_ metadata: Metadata, in sums: inout Checksums) {
        sums.sums[Tree.recordName(metadata.date).description] = metadata.mirror.record?.sha256
    }

    /// Makes the sums of the records that stand there from the days' JSON, so that a damaged record is not taken for a
    /// whole one.
    package func fromMetadata() throws -> Checksums {
        var checksums = Checksums()
        for name in try names() {
            guard let day = Day(name.dropLast(5)), let bytes = (try? metadata.read(FilePath(name))) ?? nil,
                let record = try? Metadata(bytes, of: day).mirror.record
            else { continue }
            checksums.sums[name] = record.sha256
        }
        return checksums
    }

    /// Whether the stored sums name exactly the records that stand there.
    var areComplete: Bool {
        get throws {
            let names = try names()
            return try stored()?.name(exactly: names) ?? names.isEmpty
        }
    }
}
