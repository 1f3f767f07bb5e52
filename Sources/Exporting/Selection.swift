internal import Days
internal import Folder
internal import Gallery
internal import Hashing
internal import MirrorTree
internal import Pages
internal import Pictures
internal import Settings

/// The files that are to be in an export, and all that keeps the mirror from showing which these are.
///
/// A file is believed to have gone only where the mirror says so: the choice or `keep` leaves its day out, the day is hidden,
/// or the day's JSON names another file, which is there. Whatever else is not there is one that cannot be seen.
struct Selection {
    private let tree: Tree
    private let request: ExportRequest
    private let keep: Keep
    private let listing: Listing
    private let chosen: Chosen
    private(set) var wanted: [FilePath: ExportPlan.Wanted] = [:]
    /// The mirror's files of which ``wanted`` are made.
    private var sources: Set<FilePath> = []
    /// Months whose sums cannot be read.
    private var unsummed: Set<String> = []
    /// The files and folders of the chosen days that cannot be seen, a sentence each.
    private(set) var unseen: [String] = []

    /// The days that a choice takes.
    private enum Chosen {
        case periods([Period])
        case favorites(Set<Day>)

        func contains(_ day: Day) -> Bool {
            switch self {
            case .periods(let periods): periods.isEmpty || periods.contains { $0.days.contains(day) }
            case .favorites(let favorites): favorites.contains(day)
            }
        }

        func meets(_ period: Period) -> Bool {
            switch self {
            case .periods(let periods): periods.isEmpty || periods.contains { $0.days.overlaps(period.days) }
            case .favorites(let favorites): favorites.contains { period.days.contains($0) }
            }
        }
    }

    /// - Parameter keep: how long the mirror has its days.
    init(_ request: ExportRequest, of tree: Tree, keep: Keep) throws {
        (self.tree, self.request, self.keep) = (tree, request, keep)
        listing = try tree.listing()
        (chosen, unseen) = try Self.chosen(request.choice, of: tree)
        for (name, closed) in listing.closed.sorted(by: { $0.key < $1.key }) {
            guard let period = Period(name), chosen.meets(period) else { continue }
            unseen.append(closed.description)
        }
        for month in listing.months.sorted() {
            let days = Day.span(ofMonth: month).filter { listing.days[$0] != nil && chosen.contains($0) }
            let sums = days.isEmpty ? nil : sums(of: month, isNeeded: days.contains { !pictures(of: $0).isEmpty })
            for day in days {
                if let sums { addPictures(of: day, sums) }
                if request.format == .bagit, listing.days.hasMetadata(day) { addWords(of: day) }
            }
        }
    }

    private static func chosen(_ choice: ExportRequest.Choice, of tree: Tree) throws -> (Chosen, unseen: [String]) {
        let isMeant: (Favorite) -> Bool
        switch choice {
        case .days(let periods): return (.periods(periods), [])
        case .favorites: isMeant = { _ in true }
        case .album(let album): isMeant = { $0.links.contains { $0.lies(in: album) } }
        }
        var unseen: [String] = []
        var record: FavoritesRecord?
        do {
            record = try tree.favoritesRecord()
            if record == nil {
                unseen.append(
                    "\(tree.root.path)/\(FavoritesRecord.file) is missing, so it is not known what is a favorite. "
                        + "To have it made again: apod-mirror favorites --mirror \(tree.root.path.shellWord)")
            }
        } catch {
            if case FavoritesError.newer = error { throw error }
            unseen.append("\(error)")
        }
        if record == nil {
            record = (try? tree.keptFavorites())?.record
        }
        let favorites = record?.favorites.values.filter(isMeant).map(\.date) ?? []
        return (.favorites(Set(favorites)), unseen)
    }

    private mutating func tell(_ sentence: String) {
        if !unseen.contains(sentence) { unseen.append(sentence) }
    }

    private var root: String { tree.root.path }

    private var repair: String { "To have it made again: apod-mirror verify --repair --mirror \(root.shellWord)" }

    // MARK: What is wanted

    /// The names of a day's pictures and videos, also of those that somebody else put there.
    private func pictures(of day: Day) -> [String] {
        (listing.days[day]?.files ?? []).filter { PictureFormat(ofName: $0) != nil }
    }

    /// The sums of a month; `nil` where they cannot be read.
    private mutating func sums(of month: String, isNeeded: Bool) -> [String: String]? {
        do {
            if let sums = try tree.sums(of: month)?.sums { return sums }
            if !isNeeded { return [:] }
            tell("\(root)/\(Tree.monthPath(month))/metadata/SHA256SUMS is missing or damaged. \(repair)")
        } catch {
            tell("\(error)")
        }
        unsummed.insert(month)
        return nil
    }

    private mutating func addPictures(of day: Day, _ sums: [String: String]) {
        let names = pictures(of: day)
        // A file without a sum is not the mirror's, unless the day's JSON names it.
        let summed = names.filter { sums[$0] != nil }
        for name in summed {
            guard let sum = sums[name] else { continue }
            let source = Tree.monthPath(day).appending(FilePath(name))
            guard let path = add(.init(source: source, sum: sum, day: day)), request.format == .files else { continue }
            addFile(FilePath("\(source).\(Sidecar.suffix)"), day, as: FilePath("\(path).\(Sidecar.suffix)"))
        }
        guard summed.isEmpty, names.count == listing.days[day]?.files.count, listing.days.hasMetadata(day),
            let metadata = metadata(of: day), ![.hidden, .pending].contains(metadata.mirror.state)
        else { return }
        checkPicture(of: metadata)
    }

    /// The day's metadata; what keeps it from being read is told.
    private mutating func metadata(of day: Day) -> Metadata? {
        do {
            if let metadata = try tree.metadata(day) { return metadata }
            let json = Tree.metadataPath(day)
            let places = [FilePath(day.year), Tree.monthPath(day), Tree.monthPath(day).appending("metadata"), json]
            let missing = try places.first { try tree.root.status($0) == nil } ?? json
            tell("\(root)/\(missing) is missing. Bring it back; what is to go from the export for good, remove there.")
        } catch {
            tell("\(error)")
        }
        return nil
    }

    /// Whether the picture that the JSON names is among what is wanted; what keeps it from being so is told.
    @discardableResult
    private mutating func checkPicture(of metadata: Metadata) -> Bool {
        guard let picture = metadata.mirror.picture else {
            tell("\(root)/\(Tree.metadataPath(metadata.date)) waits for its picture.")
            return false
        }
        if picture.kind == .page { return true }
        guard let name = metadata.visibleName else {
            tell("\(root)/\(Tree.metadataPath(metadata.date)) names no picture of its day. \(repair)")
            return false
        }
        let path = Tree.monthPath(metadata.date).appending(FilePath(name))
        if sources.contains(path) { return true }
        let isThere = pictures(of: metadata.date).contains(name)
        if isThere, unsummed.contains(metadata.date.month) { return false }
        tell("\(root)/\(path) \(isThere ? "has no sum in metadata/SHA256SUMS" : "is missing"). \(repair)")
        return false
    }

    /// Returns the picture's path in the export; `nil` where it is not known.
    private mutating func add(_ file: ExportPlan.Wanted) -> FilePath? {
        var (file, path) = (file, file.source)
        if let side = request.side, let text = path.text, PictureFormat(ofName: text)?.isVideo == false {
            // Without its metadata it is not known whether the picture is larger.
            guard let metadata = metadata(of: file.day) else { return nil }
            if let picture = metadata.mirror.picture, let width = picture.width, let height = picture.height,
                max(width, height) > side
            {
                file.side = side
                // A picture that is made smaller is a JPEG.
                path = FilePath(text.prefix(upTo: text.lastIndex(of: ".") ?? text.endIndex) + ".jpg")
            }
        }
        want(file, as: path)
        return path
    }

    private mutating func want(_ file: ExportPlan.Wanted, as path: FilePath) {
        wanted[place(of: path)] = file
        sources.insert(file.source)
    }

    /// The day's JSON and its record as NASA served it.
    private mutating func addWords(of day: Day) {
        if let damage = tree.checkWords(day) { return tell("\(damage) \(repair)") }
        for path in [Tree.metadataPath(day), Tree.recordPath(day)] { addFile(path, day) }
    }

    /// A file that the mirror has no sum of, where it is there.
    private mutating func addFile(_ path: FilePath, _ day: Day, as name: FilePath? = nil) {
        do {
            guard let file = try tree.root.open(path) else { return }
            want(.init(source: path, sum: try SHA256.hash(file: file.descriptor), day: day), as: name ?? path)
        } catch let error as FolderError {
            tell("\(error)")
        } catch {
            tell("\(root)/\(path): \(error)")
        }
    }

    /// Names in a bag have no percent sign: BagIt's own way to write one is read by few.
    private func place(of path: FilePath) -> FilePath {
        guard request.format == .bagit else { return path }
        return Bag.payload.appending(
            FilePath(bytes: path.bytes.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "_") : $0 }))
    }

    // MARK: What went

    /// Whether a file of the export that is wanted no longer went from the mirror or from what is chosen; what keeps that from
    /// being known is told.
    mutating func hasGone(_ path: FilePath, of day: Day) -> Bool {
        guard chosen.contains(day) else { return true }
        // A closed folder is named in `unseen` already.
        if listing.closedFolder(of: day) != nil { return false }
        if !listing.days.hasMetadata(day), isBeyondKeep(day) { return true }
        guard let metadata = metadata(of: day) else { return false }
        if metadata.mirror.state == .hidden { return true }
        guard checkPicture(of: metadata) else { return false }
        let picture = path.text.flatMap {
            $0.hasSuffix(".\(Sidecar.suffix)") ? $0.dropLast(Sidecar.suffix.count + 1) : nil
        }
        if let picture, wanted[FilePath(String(picture))] != nil, SidecarWriter.isAtWork(in: tree) {
            tell("\(root)/\(path) is missing. To have it made again: apod-mirror sync --mirror \(root.shellWord)")
            return false
        }
        return true
    }

    /// Whether the mirror lets the day go by its setting `keep`, as it does with all but favorites.
    private func isBeyondKeep(_ day: Day) -> Bool {
        guard let newest = listing.presentDays.last, let first = keep.firstDay(newest: newest), day < first,
            let favorites = try? tree.knownRecord().favorites
        else { return false }
        return favorites[day] == nil
    }
}
