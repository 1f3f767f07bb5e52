internal import Days
package import Folder
internal import Hashing
package import MirrorTree

/// A SHA256SUMS of a month on disk, that of its pictures or that of its `metadata/published/`. Where the file is missing or
/// torn, it is made again from the month's JSON.
///
/// The records have sums of their own: versions that know no records take every name in `metadata/SHA256SUMS` for a
/// picture's.
package struct MonthSums {
    private let metadata: Folder
    /// The folder with the file; `nil` where no record was kept yet.
    private let place: Folder?
    let areOfRecords: Bool

    /// The sums of pictures. `metadata` is the month's `metadata/`.
    package init(_ metadata: Folder) {
        (self.metadata, place, areOfRecords) = (metadata, metadata, false)
    }

    package init(ofRecords metadata: Folder) throws {
        (self.metadata, place, areOfRecords) = (metadata, try metadata.folder(Tree.published), true)
    }

    /// The sums of a month's pictures, and those of its records.
    package static func both(of metadata: Folder) throws -> [MonthSums] {
        [MonthSums(metadata), try MonthSums(ofRecords: metadata)]
    }

    package func stored() throws -> Checksums? { try Checksums(in: place) }

    /// The status of the file and of its folder, of which a month's stamp says nothing where it is that of the records.
    var statuses: [FileStatus?] {
        get throws { [try place?.status(), try place?.status(Checksums.file)] }
    }

    /// Whether the stored sums name these files and no other. Where there is nothing to name, no file is needed.
    func name(exactly files: [String]) throws -> Bool {
        try Checksums.bytes(in: place).map { Checksums.name(exactly: files, in: $0) }
            ?? (files.isEmpty && place?.status(Checksums.file) == nil)
    }

    /// Whether the stored sums have every sum of the JSON. They may have more, from a JSON that is damaged by now.
    package var areRight: Bool {
        get throws {
            let stored = try stored()?.sums ?? [:]
            return try fromMetadata().sums.allSatisfy { stored[$0.key] == $0.value }
        }
    }

    /// Changes the sums, which are made from the JSON first where they are missing, and writes them if they differ.
    package func update(_ saver: Saver, _ change: (inout Checksums) -> Void) throws {
        if place == nil { return }
        let stored = try stored()
        var current = try stored ?? fromMetadata()
        change(&current)
        if current != stored { try write(current, saver) }
    }

    /// Adds the sums that the JSON of these days has.
    package func add(_ days: [Metadata], _ saver: Saver) throws {
        if days.isEmpty { return }
        try update(saver) { sums in
            for metadata in days { record(metadata, in: &sums) }
        }
    }

    /// Notes the sum that a day's JSON has; a page of ours has none, and a record that does not stand there.
    func record(_ metadata: Metadata, in sums: inout Checksums) {
        if areOfRecords {
            let name = Tree.recordName(metadata.date)
            guard let record = metadata.mirror.record, (try? place?.status(name)?.kind) == .file else { return }
            sums.sums["\(name)"] = record.sha256
        } else if let picture = metadata.mirror.picture, picture.kind != .page {
            sums.sums[picture.file] = picture.sha256
        }
    }

    /// Takes out the sums of files that are about to be replaced; returns them. Those of other files stay: where a JSON is
    /// damaged, nothing else tells which file is the mirror's.
    func strike(_ names: [String], _ saver: Saver) throws -> [String: String] {
        if names.isEmpty { return [:] }
        guard let stored = (try? stored()) ?? nil else {
            // Sums that cannot be read are made again, and what is no file denies nothing.
            if try place?.status(Checksums.file)?.kind == .file { try remove() }
            return [:]
        }
        let struck = stored.sums.filter { names.contains($0.key) }
        if !struck.isEmpty { try write(Checksums(stored.sums.filter { struck[$0.key] == nil }), saver) }
        return struck
    }

    /// Writes the sums whole but not durably: a power cut may bring the former file back, and the next start mends it.
    func write(_ checksums: Checksums, _ saver: Saver) throws {
        guard let place else { return }
        if checksums.sums.isEmpty { return try remove() }
        try saver.save(checksums.encoded, as: Checksums.file, in: place, .whole)
    }

    /// Removes the sums; the next update, or the next start, makes them again.
    package func remove() throws {
        try place?.remove(Checksums.file)
    }

    /// Makes the sums from the days' JSON, so that a damaged file is not taken for a whole one. A JSON that cannot be read
    /// gives no sum; `verify` names it.
    package func fromMetadata() throws -> Checksums {
        var checksums = Checksums()
        for entry in try metadata.entries() where entry.kind == .file {
            guard let day = Tree.dayOfJSON(named: entry.name), let bytes = (try? metadata.read(entry.name)) ?? nil,
                let stored = try? Metadata(bytes, of: day)
            else { continue }
            // A picture must stand under a name that can be its own.
            let namesFile = ![.hidden, .pending].contains(stored.mirror.state) && stored.visibleName != nil
            if !areOfRecords, !namesFile { continue }
            record(stored, in: &checksums)
        }
        return checksums
    }

    func recordNames() throws -> [String] {
        try (place?.entries() ?? []).compactMap { entry in
            entry.kind == .file && Tree.dayOfJSON(named: entry.name) != nil ? entry.name.text : nil
        }
    }

    /// Whether the file of that name beside the sums has this SHA-256.
    func holds(_ name: String, _ sum: String) -> Bool {
        (try? place?.holds(FilePath(name), sum)) == true
    }
}

// MARK: - Sums of files

extension Folder {
    /// Whether the file of that name has this SHA-256; throws when the file cannot be read.
    package func holds(_ name: FilePath, _ sum: String) throws -> Bool {
        guard try status(name)?.kind == .file, let file = try open(name) else { return false }
        return try SHA256.hash(file: file.descriptor) == sum
    }
}

extension OpenFile {
    /// Whether the file has this SHA-256; `false` when the file cannot be read.
    package func hasSum(_ sum: String) -> Bool {
        (try? SHA256.hash(file: descriptor)) == sum
    }
}

/// The sums of a month that named what is there, and the names that were there. While both are as they were, the sums are
/// not read again: each pass would read those of thirty years.
struct SoundSums: Equatable {
    let stamp: MonthStamp
    let sums: [FileStatus?]
}
