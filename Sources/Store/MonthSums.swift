internal import Days
package import Folder
internal import Hashing
package import MirrorTree

/// A SHA256SUMS of a month on disk. When the file is missing or torn, it is made again from the month's JSON.
package protocol SumsFile {
    /// The folder with the file; `nil` where there is none yet.
    var place: Folder? { get }

    func fromMetadata() throws -> Checksums
}

extension SumsFile {
    package func stored() throws -> Checksums? { try Checksums(in: place) }

    /// Whether the stored sums name these files and no other.
    func name(exactly files: [String]) throws -> Bool { try stored()?.name(exactly: files) ?? false }

    /// Whether the stored sums have every sum of the JSON. They may have more, from a JSON that is damaged by now.
    package var areRight: Bool {
        get throws {
            let stored = try stored()?.sums ?? [:]
            return try fromMetadata().sums.allSatisfy { stored[$0.key] == $0.value }
        }
    }

    /// Changes the sums, which are made from the JSON first where they are missing, and writes them if they differ.
    package func update(_ saver: Saver, _ change: (inout Checksums) -> Void) throws {
        let stored = try stored()
        var current = try stored ?? fromMetadata()
        change(&current)
        if current != stored { try write(current, saver) }
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
}

/// The sums of a month's pictures.
package struct MonthSums: SumsFile {
    private let folder: Folder

    /// `folder` is the month's `metadata/`.
    package init(_ folder: Folder) {
        self.folder = folder
    }

    package var place: Folder? { folder }

    /// Makes the sums from the days' JSON. A JSON that cannot be read gives no sum; `verify` names it.
    package func fromMetadata() throws -> Checksums {
        var checksums = Checksums()
        for entry in try folder.entries() where entry.kind == .file && entry.name.description.hasSuffix(".json") {
            guard let day = Day(entry.name.description.dropLast(5)),
                let bytes = (try? folder.read(entry.name)) ?? nil, let metadata = try? Metadata(bytes, of: day),
                let picture = metadata.mirror.picture, picture.kind != .page, metadata.mirror.state != .hidden,
                metadata.mirror.state != .pending, let name = metadata.visibleName
            else { continue }
            checksums.sums[name] = picture.sha256
        }
        return checksums
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
