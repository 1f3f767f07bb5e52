package import Days
package import Folder
internal import Pictures

/// The state of every day, told by the names in the tree, without opening a file.
///
/// JSON and a file `DATE…` with a picture's suffix or `.html` = present; JSON alone = pending or hidden; neither =
/// missing. Only regular files count: a link where a picture belongs is no picture.
package struct Listing: Equatable, Sendable {
    package var days = ListedDays()
    /// The months that have a folder, also an empty one.
    package var months: Set<String> = []
    /// Years and months that cannot be listed, and why. None of their days counts as missing.
    package var closed: [String: ClosedFolder] = [:]
    /// Days in the tree that have not come yet, oldest first. They are not believed, so ``days`` leaves them out.
    private(set) var future: [Day] = []
    /// The stamp of each month when it was listed, where a stamp can tell whether names came or went since.
    package private(set) var stamps: [String: MonthStamp] = [:]
    /// The months whose folders were read for this listing, and not taken from the former one.
    package private(set) var listed: Set<String> = []

    package init() {}

    /// Two listings are equal when they say the same of the tree; stamps do not count.
    package static func == (left: Listing, right: Listing) -> Bool {
        left.days == right.days && left.months == right.months && left.closed == right.closed
            && left.future == right.future
    }

    package func isPresent(_ day: Day) -> Bool { days.isPresent(day) }

    /// The names that a month's SHA256SUMS must hold: our own pages are not summed.
    package func summedNames(_ month: String) -> [String] {
        let page = ".\(VideoPage.suffix)"
        return days.files(inMonth: month).filter { !$0.hasSuffix(page) }
    }

    package var presentDays: [Day] { days.present }

    /// Lists the whole tree. A year or month that cannot be listed, or is a link, goes into ``closed`` and keeps no
    /// other from being listed: what stands behind a link is not the mirror's.
    ///
    /// - Parameters:
    ///   - former: The listing before; months in which no name came or went since are not listed again.
    ///   - today: NASA's day; days after it go into ``future``. `nil` keeps them among ``days``.
    package init(of root: Folder, after former: Listing = Listing(), until today: Day? = nil) throws(FolderError) {
        for year in try root.entries() where year.kind != .file && Self.isYear(year.name) {
            do {
                guard let folder = try root.folder(year.name) else { continue }
                for month in try folder.entries()
                where month.kind != .file && Self.isMonth(month.name, of: year.name) {
                    read(month.name, of: folder, after: former)
                }
            } catch {
                closed[year.name.description] = ClosedFolder(error, owner: (try? root.status(year.name))??.owner)
            }
        }
        guard let today else { return }
        future = days.keys.filter { $0 > today }
        for day in future {
            days[day] = nil
            // Without its stamp the month is read again, which finds the day once it has come.
            stamps[day.month] = nil
        }
    }

    /// Lists a month anew that this process changed. It gets no stamp, so that the next listing reads it once more.
    package mutating func list(month: String, of root: Folder) throws(FolderError) {
        guard let folder = try root.folder(Tree.monthPath(month)) else { return }
        let future = Set(future)
        days[month: month] = try Self.days(ofMonth: folder, named: month).filter { !future.contains($0.key) }
        months.insert(month)
        stamps[month] = nil
    }

    private mutating func read(_ month: FilePath, of year: Folder, after former: Listing) {
        let name = month.description
        do {
            // The stamp is taken before the folder is listed, so that a later change makes it differ.
            let stamp = try MonthStamp(of: month, in: year)
            if let stamp, stamp == former.stamps[name] {
                days.add(month: name, of: former.days)
            } else {
                // A link is opened for the error that names it.
                guard let folder = try year.folder(month) else { return }
                days[month: name] = try Self.days(ofMonth: folder, named: name)
                listed.insert(name)
            }
            stamps[name] = stamp
            months.insert(name)
        } catch {
            closed[name] = ClosedFolder(error, owner: (try? year.status(month))??.owner)
        }
    }

    package static func days(
        ofMonth folder: Folder, named month: String
    ) throws(FolderError) -> [Day: ListedDays.Names] {
        var days: [Day: ListedDays.Names] = [:]
        for entry in try folder.entries() where entry.kind == .file && entry.name.bytes.starts(with: month.utf8) {
            guard let name = entry.name.text, let day = Self.day(of: entry.name) else { continue }
            days[day, default: ListedDays.Names()].files.append(name)
        }
        for entry in try folder.folder("metadata")?.entries() ?? []
        where entry.kind == .file && entry.name.bytes.starts(with: month.utf8) {
            guard let day = Tree.dayOfJSON(named: entry.name) else { continue }
            days[day, default: ListedDays.Names()].hasMetadata = true
        }
        return days
    }

    /// The year or month that keeps a day from being listed; `nil` where its month could be listed, or is not there.
    package func closedFolder(of day: Day) -> ClosedFolder? {
        closed.isEmpty ? nil : closed[day.month] ?? closed[day.year]
    }

    /// The first year or month of a period that cannot be listed, as `2026` or `2026-09`.
    package func closedFolder(in period: Period) -> String? {
        closed.keys.sorted().first { Period($0)?.days.overlaps(period.days) == true }
    }

    /// A sentence for each year and month that cannot be listed, and one for days that have not come.
    package func troubles(in root: String) -> [String] {
        var troubles = closed.sorted { $0.key < $1.key }.map { $0.value.description }
        if let first = future.first {
            let more = future.count == 1 ? "" : " (and \(future.count - 1) more)"
            troubles.append(
                "\(root)/\(Tree.monthPath(first)) holds \(first)\(more), a day that has not come yet. It is not believed. "
                    + "Move its files away.")
        }
        return troubles
    }

    /// Whether a month, or its year, could not be listed.
    package func isClosed(_ month: String) -> Bool { closed[month] != nil || closed[String(month.prefix(4))] != nil }

    /// The days in the tree and the favorites, which should be there, without favorites whose month cannot be listed.
    package func known(with favorites: some Sequence<Day>) -> Set<Day> {
        Set(days.keys).union(favorites.filter { closedFolder(of: $0) == nil })
    }

    /// The day that a file in a month's folder can stand for.
    package static func day(of name: FilePath) -> Day? {
        guard let text = name.text, PictureFormat(ofName: text) != nil || text.hasSuffix(".\(VideoPage.suffix)"),
            PictureName.canStand(name.bytes)
        else { return nil }
        return PictureName.day(of: name)
    }

    package static func isYear(_ name: FilePath) -> Bool {
        name.bytes.count == 4 && name.bytes.allSatisfy(\.isASCIIDigit)
    }

    package static func isMonth(_ name: FilePath, of year: FilePath) -> Bool {
        name.bytes.count == 7 && name.bytes.starts(with: year.bytes) && Day(name.description + "-01") != nil
    }
}

// MARK: - Links left in months

extension Tree {
    /// A sentence for each symbolic link in a month, where the mirror makes none: a file manager's Undo, or a favorite
    /// that was dragged back beside its picture, has left it. A link in the place of a listed picture is left out,
    /// since there the picture is what is missing.
    package func linksLeft(inMonth month: String, _ listing: Listing) throws(FolderError) -> [String] {
        let path = Self.monthPath(month)
        let links = try (root.folder(path)?.entries() ?? []).filter { $0.kind == .symlink }.map(\.name).filter { name in
            Listing.day(of: name).flatMap { listing.days[$0] }?.files.contains(name.description) != true
        }
        return Set(links).inOrder.map { name in
            "\(root.path)/\(path)/\(name) is a link, where only pictures and videos belong. "
                + "Delete it, or move it to favorites/."
        }
    }
}
