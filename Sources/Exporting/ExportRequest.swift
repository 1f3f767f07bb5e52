package import Days
package import Folder
internal import Hashing
internal import MirrorTree
internal import Pages
internal import Pictures

/// A choice of a mirror's days, and the form in which they are exported.
package struct ExportRequest: Equatable, Sendable {
    package enum Choice: Equatable, Sendable {
        /// All days, or those of these periods.
        case days([Period])
        case favorites
        /// The favorites in an album, and in those inside it.
        case album(FilePath)
    }

    package enum Format: String, CaseIterable, Sendable {
        /// Folders of pictures by year and month.
        case files
        /// A bag of BagIt 1.0: with words and records, and the sums of all of it.
        case bagit
    }

    package var choice: Choice
    /// The longest side, in pixels, that pictures are made smaller to.
    package var side: Int?
    package var format: Format

    package init(choice: Choice, side: Int? = nil, format: Format = .files) {
        self.choice = choice
        self.side = side
        self.format = format
    }
}

extension ExportRequest {
    /// The files that are to be in the folder, by their paths there.
    func wanted(of tree: Tree) throws -> [FilePath: ExportPlan.Wanted] {
        let listing = try tree.listing()
        let isChosen = try chosen(of: tree)
        var wanted: [FilePath: ExportPlan.Wanted] = [:]
        for month in listing.months {
            let folder = Tree.monthPath(month)
            let sums =
                try tree.sums(of: month)?.sums ?? [:]
            for name in listing.summedNames(month) {
                // A file without a sum is not the mirror's.
                guard let day = Listing.day(of: FilePath(name)), isChosen(day), let sum = sums[name] else { continue }
                let path = folder.appending(FilePath(name))
                try add(.init(source: path, sum: sum, day: day), tree, to: &wanted)
                if format == .files { try addSidecar(beside: path, day, tree, to: &wanted) }
            }
        }
        if format == .bagit {
            for day in listing.days.withMetadata where isChosen(day) { try addWords(of: day, tree, to: &wanted) }
        }
        return wanted
    }

    private func chosen(of tree: Tree) throws -> (Day) -> Bool {
        switch choice {
        case .days(let periods):
            return { day in periods.isEmpty || periods.contains { $0.days.contains(day) } }
        case .favorites:
            let favorites = try tree.favoritesRecord()?.favorites ?? [:]
            return { favorites[$0] != nil }
        case .album(let album):
            let favorites = try tree.favoritesRecord()?.favorites ?? [:]
            return { day in favorites[day]?.links.contains { $0.lies(in: album) } == true }
        }
    }

    private func add(
        _ file: ExportPlan.Wanted, _ tree: Tree, to wanted: inout [FilePath: ExportPlan.Wanted]
    ) throws {
        var (file, path) = (file, file.source)
        if let side, let text = path.text, let format = PictureFormat(ofName: text), !format.isVideo,
            let picture = (try? tree.metadata(file.day))?.mirror.picture, let width = picture.width,
            let height = picture.height, max(width, height) > side
        {
            file.side = side
            // A picture that is made smaller is a JPEG.
            path = FilePath(text.prefix(upTo: text.lastIndex(of: ".") ?? text.endIndex) + ".jpg")
        }
        wanted[place(of: path)] = file
    }

    /// The day's JSON and its record as NASA served it.
    private func addWords(of day: Day, _ tree: Tree, to wanted: inout [FilePath: ExportPlan.Wanted]) throws {
        for path in [Tree.metadataPath(day), Tree.recordPath(day)] {
            guard let sum = try tree.root.open(path).map({ try SHA256.hash(file: $0.descriptor) }) else { continue }
            wanted[place(of: path)] = .init(source: path, sum: sum, day: day)
        }
    }

    /// The file with the words for photo managers, where the mirror has one.
    private func addSidecar(
        beside picture: FilePath, _ day: Day, _ tree: Tree, to wanted: inout [FilePath: ExportPlan.Wanted]
    ) throws {
        let path = FilePath("\(picture).\(Sidecar.suffix)")
        guard let sum = try tree.root.open(path).map({ try SHA256.hash(file: $0.descriptor) }) else { return }
        wanted[place(of: path)] = .init(source: path, sum: sum, day: day)
    }

    /// Names in a bag have no percent sign: BagIt's own way to write one is read by few.
    private func place(of path: FilePath) -> FilePath {
        guard format == .bagit else { return path }
        return Bag.payload.appending(
            FilePath(bytes: path.bytes.map { $0 == UInt8(ascii: "%") ? UInt8(ascii: "_") : $0 }))
    }
}
