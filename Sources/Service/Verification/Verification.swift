package import Days
internal import Favorites
internal import Folder
internal import Gallery
package import MirrorTree
package import Settings
internal import Store

/// Compares everything that a mirror holds with what it is meant to hold: pictures by their sums, on every core; then
/// what was made of them and what refers to them. Reads only.
package struct Verification: Sendable {
    let tree: Tree
    /// Whether pages are written at all.
    private let hasGallery: Bool
    /// Whether thumbnails are made at all.
    let hasThumbnails: Bool

    package init(_ tree: Tree, _ configuration: Configuration) {
        self.tree = tree
        hasGallery = configuration.gallery
        hasThumbnails = configuration.thumbnails && ThumbnailProgram.path() != nil
    }

    /// The number of days and favorites that were checked, and what was found.
    package struct Report: Encodable, Equatable, Sendable {
        package var days = 0
        package var favorites = 0
        package var findings: [Finding] = []

        /// Days whose picture is to be fetched again, each with a reason.
        package var damage: [Day: String] {
            findings.reduce(into: [:]) { damage, finding in
                guard let day = finding.day, finding.kind == .picture || finding.kind == .vault else { return }
                damage[day] = damage[day] ?? finding.reason
            }
        }
    }

    private struct State {
        var left: ArraySlice<Day>
        var done = 0
        var findings: [Finding] = []
    }

    /// - Parameter progress: hears how many days are done of how many, and which was the last.
    package func run(progress: @escaping @Sendable (_ done: Int, _ total: Int, _ last: Day) -> Void) async throws
        -> Report
    {
        // The whole tree is listed, whatever is remembered.
        let listing = try tree.listing(after: Listing())
        let favorites = try tree.knownRecord().favorites
        let days = listing.known(with: favorites.keys).sorted(by: >)
        let state = Monitor(State(left: days[...]))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<TaskThreads.width {
                group.addTask {
                    while let day = state.withLock({ $0.left.popFirst() }) {
                        try Task.checkCancellation()
                        let findings = try await whenAtRest(day.month) {
                            check(at: day, isFavorite: favorites[day] != nil)
                        }
                        let done = state.withLock { state in
                            state.findings += findings
                            state.done += 1
                            return state.done
                        }
                        progress(done, days.count, day)
                    }
                }
            }
            try await group.waitForAll()
        }
        var report = Report(days: listing.days.count, favorites: favorites.count)
        report.findings = state.withLock { $0.findings }.sorted { ($0.day ?? .first) > ($1.day ?? .first) }
        report.findings += try await besidePictures(listing, favorites)
        if hasGallery { report.findings += try await pages() }
        return report
    }

    /// The findings of every check that reads no pictures, except that of the pages.
    func besidePictures() async throws -> [Finding] {
        try await besidePictures(tree.listing(), tree.knownRecord().favorites)
    }

    private func besidePictures(_ listing: Listing, _ favorites: DayMap<Favorite>) async throws -> [Finding] {
        let closed = listing.troubles(in: tree.root.path).map { Finding(kind: .folder, reason: $0) }
        // A month that cannot be read is one finding; the links to its days are not checked.
        let open = favorites.values.filter { listing.closedFolder(of: $0.date) == nil }
        return try await closed + doubts(listing) + sums(listing) + shared(favorites) + links(open)
            + linksLeft(listing) + reporting(.today, nil, todayFiles) + marker() + copy() + thumbnails()
    }

    func check(at day: Day, isFavorite: Bool) -> [Finding] {
        var findings: [Finding] = []
        for damage in tree.damages(of: day) {
            findings.append(Finding(kind: .picture, day: day, reason: "\(damage)"))
        }
        if isFavorite, let damage = tree.check(day, in: .vault) {
            findings.append(Finding(kind: .vault, day: day, reason: "\(damage)"))
        }
        return findings
    }

    /// The findings of a check, which is made once more where the daemon or a sync is just writing into the month:
    /// between two steps of a commit its files do not say the same, and nothing is damaged.
    private func whenAtRest(_ month: String, _ check: () -> [Finding]) async throws -> [Finding] {
        var findings = check()
        for _ in 0..<Self.mostLooks where !findings.isEmpty {
            guard let rest = untilRest(of: month) else { break }
            try await Pause().wait(for: rest)
            findings = check()
        }
        return findings
    }

    private static let mostLooks = 15

    /// How long it is until names came or went in a month's folders two seconds ago, since a slow disk takes half a
    /// second for each flush between two names; `nil` where that is over, or nobody writes.
    private func untilRest(of month: String) -> Duration? {
        guard (try? tree.isTaken) == true else { return nil }
        let folder = Tree.monthPath(month)
        let changes = [folder, folder.appending("metadata"), Tree.publishedPath(month)].compactMap { folder in
            ((try? tree.root.status(folder)) ?? nil)?.changed
        }
        // A change of this very moment may have a time a little ahead of the clock, which goes by steps.
        let rest = max(changes.max() ?? 0, 0) - FileStatus.clock + 2_000_000_000
        return (1...3_000_000_000).contains(rest) ? .nanoseconds(rest) : nil
    }

    /// Runs a check. One that fails is a finding, too, and keeps no other from being made.
    func reporting(_ kind: Finding.Kind, _ day: Day? = nil, _ check: () throws -> [Finding]) -> [Finding] {
        do { return try check() } catch { return [Finding(kind: kind, day: day, reason: "\(error)")] }
    }

    // MARK: What was made of the pictures, and what refers to them

    private func doubts(_ listing: Listing) -> [Finding] {
        reporting(.doubt) {
            try tree.doubtful(listing).sorted { $0.key > $1.key }.map { day, doubt in
                let name = try tree.metadata(day)?.visibleName ?? "\(day)"
                let sentence = "\(tree.path(of: name, day: day)) is doubtful: \(doubt.sentence)."
                return Finding(kind: .doubt, day: day, reason: sentence)
            }
        }
    }

    private func sums(_ listing: Listing) async throws -> [Finding] {
        var findings: [Finding] = []
        for month in listing.months.sorted(by: >) {
            findings += try await whenAtRest(month) { reporting(.sums) { try sums(ofMonth: month) } }
        }
        return findings
    }

    private func sums(ofMonth month: String) throws -> [Finding] {
        guard let metadata = try tree.root.folder(Tree.monthPath(month).appending("metadata")) else { return [] }
        var wrong: [String] = []
        if try !MonthSums(metadata).areRight { wrong.append("SHA256SUMS") }
        if try !MonthSums(ofRecords: metadata).areRight { wrong.append("\(Tree.published)/SHA256SUMS") }
        return wrong.map {
            Finding(kind: .sums, reason: "\(metadata.path)/\($0) does not say what the days' JSON says.")
        }
    }

    /// A favorite that was just made, or whose picture NASA just replaced, has bytes of its own within the second.
    private func shared(_ favorites: DayMap<Favorite>) async throws -> [Finding] {
        var shared: [Day: FilePath] = [:]
        for _ in 0..<10 {
            shared = (try Vault(in: tree)?.sharedFiles(tree.root) ?? [:]).filter { favorites[$0.key] != nil }
            if shared.isEmpty { return [] }
            try await Pause().wait(for: .milliseconds(200))
        }
        return shared.sorted { $0.key > $1.key }.map { day, name in
            Finding(
                kind: .shared, day: day,
                reason: "\(tree.root.path)/\(Tree.vault)/\(name), a favorite's second copy, is the very file of its "
                    + "month by another name: what damages the one damages both.")
        }
    }

    private func linksLeft(_ listing: Listing) -> [Finding] {
        listing.months.sorted(by: >).flatMap { month in
            reporting(.link) {
                try tree.linksLeft(inMonth: month, listing).map { Finding(kind: .link, reason: $0) }
            }
        }
    }

    private func links(_ favorites: [Favorite]) throws -> [Finding] {
        let inspection = try FavoriteInspection(tree)
        return favorites.sorted { $0.date > $1.date }.flatMap { favorite in
            reporting(.link, favorite.date) {
                let what: String
                switch try inspection.health(of: favorite).links {
                case .whole: return []
                case .stale: what = "leads where its picture is not"
                case .missing: what = "is missing from favorites/"
                }
                return [Finding(kind: .link, day: favorite.date, reason: "A link to \(favorite.date) \(what).")]
            }
        }
    }

    private func marker() async throws -> [Finding] {
        let path = Tree.favorites.appending(Marker.name)
        for _ in 0..<10 {
            guard let record = try tree.root.open(FavoritesRecord.file) else { return [] }
            // A folder in the marker's place is no marker either.
            if let marker = try? tree.root.open(path), let sum = try? Marker.sum(in: marker), record.hasSum(sum) {
                return []
            }
            // A daemon may have written the record and not the marker yet.
            try await Pause().wait(for: .milliseconds(100))
        }
        return [
            Finding(
                kind: .marker, reason: "\(tree.root.path)/\(path) does not belong to \(tree.root.path)/favorites.json.")
        ]
    }

    private func copy() -> [Finding] {
        reporting(.copy) {
            guard try tree.hasDamagedCopy() else { return [] }
            let reason = "\(tree.favoritesCopyPath), the mirror's own copy of favorites.json, is damaged."
            return [Finding(kind: .copy, reason: reason)]
        }
    }
}

// MARK: - Findings

/// A fault that was found anywhere in the mirror.
package struct Finding: Encodable, Equatable, Sendable {
    enum Kind: String, Encodable, Sendable {
        /// A day's picture, its JSON or its record.
        case picture
        /// A day's picture that is what was stored, and may be damaged all the same.
        case doubt
        /// A month's SHA256SUMS.
        case sums
        /// A favorite's second copy.
        case vault
        /// A favorite's second copy that is no file of its own.
        case shared
        /// A favorite's link, or one that was left in a month.
        case link
        /// The file that says that `favorites/` and its record belong together.
        case marker
        /// The mirror's own copy of `favorites.json`.
        case copy
        case today
        /// A page of the gallery.
        case page
        /// Small pictures for the pages.
        case thumbnail
        /// A year or a month that cannot be read.
        case folder
    }

    var kind: Kind
    var day: Day?
    /// The fault in one sentence.
    package var reason: String
}
