internal import Archive
package import Days
internal import Folder
package import MirrorTree
internal import Store

/// The end of an import: what became of each file of the collection.
package struct AdoptionReport: Encodable, Equatable, Sendable {
    /// The files that the mirror took pictures from, by day.
    package var adopted: [String: String] = [:]
    /// How many pictures the mirror had already.
    package var held = 0
    /// The files whose bytes are in the mirror, and that were removed from the collection.
    package var removed = 0
    /// The other files, with the reason.
    package var left: [String: String] = [:]
}

extension Refresher {
    /// A refresher that takes from a collection what is certainly a day's picture, and else does as this one does.
    package func taking(from collection: OfferedCollection) -> Refresher {
        var refresher = self
        refresher.fetch.collection = collection
        return refresher
    }

    /// Makes a pass over the records in a collection, and asks nobody.
    package func refresh(_ days: Set<Day>, fromRecordsIn collection: OfferedCollection) async throws -> PassReport {
        var refresher = taking(from: collection)
        refresher.source = CollectionRecords(collection: collection.collection, tree: archive.tree, source: source)
        refresher.nasa = nil
        return try await refresher.refresh(.named(days))
    }

    /// Compares a collection with what is in the mirror after a pass; what was to be moved is removed from the collection,
    /// where the mirror has the very bytes.
    ///
    /// - Parameter reasons: why days of the pass have no picture.
    package func report(on offered: OfferedCollection, reasons: [Day: String]) async throws -> AdoptionReport {
        let collection = offered.collection
        let held = try await archive.perform { try $0.tree.heldSums($0.store.list()) }
        let days = Dictionary(held.days.compactMap { day, sums in sums.picture.map { ($0, day) } }) { max($0, $1) }
        var report = AdoptionReport()
        for (path, reason) in collection.unread { report.left[path.description] = reason }
        for file in collection.files {
            archive.steps.advance()
            try Task.checkCancellation()
            let name = file.path.description
            do {
                guard let source = try collection.folder.open(file.path) else { continue }
                let status = try source.status()
                let sum = try await archive.incoming.sum(of: source)
                guard let day = days[sum] else {
                    report.left[name] = reason(for: file, offered, held, reasons)
                    continue
                }
                if offered.taken(file.path) == day { report.adopted["\(day)"] = name } else { report.held += 1 }
                if offered.manner == .move, try await remove(file, status, of: collection, where: day, hasSum: sum) {
                    report.removed += 1
                }
            } catch let error where error is KeptFile || error is FolderError {
                report.left[name] = "\(error)"
            }
        }
        return report
    }

    /// Removes a file from a collection, where the mirror has its very bytes under a name of its own.
    private func remove(
        _ file: PictureCollection.File, _ status: FileStatus, of collection: PictureCollection, where day: Day,
        hasSum sum: String
    ) async throws -> Bool {
        guard try archive.tree.metadata(day)?.mirror.picture?.sha256 == sum, await archive.incoming.isWhole(day) else {
            throw KeptFile(
                description: "the mirror's picture of \(day) is damaged, and this one stays; "
                    + "apod-mirror verify tells more")
        }
        guard let folder = try file.path.parent.map({ try collection.folder.folder($0) }) ?? collection.folder else {
            return false
        }
        // A link on the way may have led into the mirror.
        guard try folder.status().identity != archive.tree.root.status(Tree.monthPath(day))?.identity else {
            throw KeptFile(description: "it is the mirror's own")
        }
        guard try folder.status(file.path.name) == status else { throw KeptFile.changed }
        try folder.remove(file.path.name)
        return true
    }

    private func reason(
        for file: PictureCollection.File, _ offered: OfferedCollection, _ held: HeldSums, _ reasons: [Day: String]
    ) -> String {
        if let refusal = offered.refusal(of: file.path) { return refusal }
        guard let day = file.name.days.first else {
            return "neither its name nor a note beside it tells its day, and no picture of NASA's has its name"
        }
        if held[day].picture != nil { return "the mirror has another picture of \(day)" }
        if offered.isUnchecked, offered.collection.records[day] == nil, offered.collection.pages[day] == nil {
            return "no record in the folder tells the words of \(day)"
        }
        return "the mirror has no picture of \(day)" + (reasons[day].map { ": \($0)" } ?? "")
    }
}

/// Why a file of a collection is not taken, or not moved.
struct KeptFile: Error, CustomStringConvertible {
    let description: String

    static let changed = KeptFile(description: "it was changed meanwhile")
}
