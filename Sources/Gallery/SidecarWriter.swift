internal import Credits
internal import Days
internal import Folder
internal import GalleryReading
package import MirrorTree
internal import Pages
internal import Pictures
package import Settings
internal import Sky
internal import Store

/// Keeps a sidecar, a file with the picture's words, beside each picture. Like the pages it is made from the tree and
/// can be made again; a thread of its own keeps other work from waiting.
package actor SidecarWriter {
    private nonisolated let thread = FileThread()
    private let tree: Tree
    private let form: SidecarForm

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// A file that says in which form all sidecars were written, and by its time when: later changes in the tree are
    /// found by that time.
    private static let mark = Tree.own.appending("sidecars")

    /// Whether the mirror has a sidecar beside each picture.
    package static func isAtWork(in tree: Tree) -> Bool { ((try? tree.root.status(mark)) ?? nil) != nil }

    /// `nil` where no sidecars are wanted and none are left of an earlier setting.
    package init?(_ tree: Tree, _ form: SidecarForm) {
        guard form != .off || Self.isAtWork(in: tree) else { return nil }
        self.tree = tree
        self.form = form
    }

    /// The months whose sidecars may be old: after a start, in another form, after favorites changed without a daemon.
    func overdue(_ listing: Listing) throws -> Set<String> {
        // A mark from before the clock was put back does not tell when it was written.
        guard let written = try tree.root.status(Self.mark)?.written, written <= FileStatus.clock,
            try tree.root.read(Self.mark) == version
        else { return listing.months }
        if let favorites = try tree.root.dateBackToNow(FavoritesRecord.file), favorites >= written {
            return listing.months
        }
        return try listing.months.filter { month in
            try tree.root.dateBackToNow(Tree.monthPath(month).appending("metadata")).map { $0 >= written } ?? false
        }
    }

    /// Brings the sidecars of these months up to date. Returns an error for each month that could not be written.
    ///
    /// - Parameter isAllKnown: whether the months that were overdue before are among these; otherwise they stay so.
    func write(
        _ months: Set<String>, _ facts: GalleryWriter.Facts, _ isAllKnown: Bool = true
    ) -> (troubles: [any Error], failed: Set<String>) {
        var (troubles, failed) = ([any Error](), Set<String>())
        for month in months.sorted(by: >) where !Task.isCancelled {
            do {
                try write(month, facts)
            } catch {
                troubles.append(error)
                failed.insert(month)
            }
        }
        if isAllKnown, failed.isEmpty, !Task.isCancelled {
            do {
                try writeNote(facts.began)
            } catch {
                troubles.append(error)
            }
        }
        return (troubles, failed)
    }

    private var version: [UInt8] { Array("2 \(form.rawValue)\n".utf8) }

    private func writeNote(_ began: Int64) throws {
        let own = try tree.root.makeFolder(Tree.own)
        guard form != .off else { return try own.remove(Self.mark.name) }
        if try tree.root.read(Self.mark) != version {
            try tree.saver().save(version, as: Self.mark.name, in: own, .whole)
        }
        try tree.root.open(Self.mark)?.setWritten(began)
    }

    private func write(_ month: String, _ facts: GalleryWriter.Facts) throws {
        guard let folder = try tree.root.folder(Tree.monthPath(month)) else { return }
        let saver = try tree.saver()
        if form == .xmp {
            for day in Day.span(ofMonth: month) {
                guard let (name, sidecar) = sidecar(of: day, facts) else { continue }
                let bytes = sidecar.bytes
                if try folder.status(name) != nil {
                    guard let former = SidecarFiles.ours(name, in: folder), former != bytes,
                        try SidecarFiles.takeAway(name, from: folder, through: saver.incoming)
                    else { continue }
                }
                // A file that came there meanwhile is not ours either, so only a free name is taken.
                _ = try saver.save(bytes, asFree: name, in: folder)
            }
        }
        try SidecarFiles.removeStale(in: folder, through: saver.incoming, all: form == .off)
    }

    private func sidecar(of day: Day, _ facts: GalleryWriter.Facts) -> (name: FilePath, sidecar: Sidecar)? {
        guard let names = facts.listing.days[day], names.hasMetadata, let metadata = try? tree.metadata(day),
            metadata.mirror.state != .hidden, let file = names.file(by: metadata), PictureFormat(ofName: file) != nil
        else { return nil }
        return (FilePath("\(file).\(Sidecar.suffix)"), Sidecar(metadata, albums: facts.favorites[day]?.albums))
    }
}

// MARK: - Contents

extension Sidecar {
    /// - Parameter albums: The albums that the day is a favorite in; `nil` for a day that is none.
    init(_ metadata: Metadata, albums: [String]?) {
        let objects = SkyObject.found(in: "\(metadata.title)\n\(metadata.explanation)").map(\.name)
        let reuse = metadata.reuse
        self.init(
            day: metadata.date, title: metadata.title, story: metadata.explanation, creator: metadata.mirror.credit,
            rights: metadata.copyright, usageTerms: reuse.answer == .notSaid ? nil : reuse.inWords,
            license: reuse.license?.address, alt: metadata.mirror.alt,
            keywords: (albums.map { ["Favorites"] + $0.filter { !$0.isEmpty } } ?? []) + objects,
            rating: albums == nil ? nil : 5, page: metadata.mirror.page)
    }
}
