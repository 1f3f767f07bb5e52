package import Folder
package import MirrorTree

/// A month's SHA256SUMS on disk. The month's JSON is the truth it is made from, whenever it is missing or torn.
package struct MonthSums {
    private let month: String
    private let folder: Folder
    private static let name: FilePath = "SHA256SUMS"

    /// `folder` is the month's `metadata/`.
    package init(_ month: String, _ folder: Folder) {
        self.month = month
        self.folder = folder
    }

    package func stored() throws -> Checksums? {
        // Whatever else stands there is none of ours, and the sums that are made again take its place.
        guard try folder.status(Self.name)?.kind == .file else { return nil }
        return try folder.read(Self.name).flatMap { Checksums($0) }
    }

    /// From the days' JSON. One that cannot be read has no sum; `verify` names it.
    func fromMetadata() throws -> Checksums {
        var checksums = Checksums()
        for entry in try folder.entries() where entry.kind == .file && entry.name.description.hasSuffix(".json") {
            guard let bytes = (try? folder.read(entry.name)) ?? nil, let metadata = try? Metadata(bytes),
                let picture = metadata.mirror.picture, picture.kind != .page, metadata.mirror.state != .hidden,
                metadata.mirror.state != .pending, let name = metadata.visibleName
            else { continue }
            checksums.sums[name] = picture.sha256
        }
        return checksums
    }

    /// Whether they say what the JSON says. More than that is what a JSON told of which is damaged by now.
    package var areRight: Bool {
        get throws {
            let stored = try stored()?.sums ?? [:]
            return try fromMetadata().sums.allSatisfy { stored[$0.key] == $0.value }
        }
    }

    /// Made from the JSON first where they are missing. What changes no sum writes nothing.
    package func update(_ saver: Saver, _ change: (inout Checksums) -> Void) throws {
        let stored = try stored()
        var current = try stored ?? fromMetadata()
        change(&current)
        if current != stored { try write(current, saver) }
    }

    /// Not durable by itself: a power cut may bring the former file back, and the next start mends it.
    func write(_ checksums: Checksums, _ saver: Saver) throws {
        if checksums.sums.isEmpty { return try remove() }
        try saver.save(checksums.encoded, as: Self.name, in: folder, .whole)
    }

    /// The next update, or the next start, makes them again.
    package func remove() throws {
        try folder.remove(Self.name)
    }
}
