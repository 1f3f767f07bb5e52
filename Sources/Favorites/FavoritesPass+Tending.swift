internal import Days
internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    /// The days of which something changed, or all favorites: at most a part of thousands, the rest is left to the next pass.
    func daysToTend(isThorough: Bool, _ report: inout FavoritesReport) -> Set<Day> {
        lookAtMonths(report.record)
        if isThorough { memory.toTend.formUnion(report.record.favorites.keys) }
        let days = isThorough ? memory.toTend : Set(memory.toTend.prefix(Self.atOnce))
        memory.toTend.subtract(days)
        if !memory.toTend.isEmpty { report.requestPass(after: .zero) }
        return days
    }

    /// Gives these days, of which some are favorites, their pictures, their places in the vault and their tags.
    func tend(_ days: Set<Day>, isThorough: Bool, _ report: inout FavoritesReport) throws {
        let record = report.record
        let favorites = days.filter { record.favorites[$0] != nil }
        memory.waiting.subtract(days)
        // A month that cannot be read may hold the picture, so its days are not waited for.
        memory.waiting.formUnion(
            favorites.filter { !store.listing.isPresent($0) && store.listing.closedFolder(of: $0) == nil })
        try carryOn(&report) { _ in try vault.keep(favorites) }
        // A day that is in line with the vault lacks nothing: the others are looked for one by one.
        try carryOn(&report) { try restoreMissing(days, &$0) }
        for day in memory.waiting.intersection(days) {
            guard let metadata = try? tree.metadata(day), metadata.mirror.state == .hidden else { continue }
            try carryOn(&report) { _ in try store.unhide(day) }
        }
        memory.waiting = memory.waiting.filter { !store.listing.isPresent($0) }
        // A picture that rests is about to be back.
        report.wanted = memory.waiting.subtracting(memory.resting.days)
        for day in days where store.listing.isPresent(day) {
            guard let picture = store.openFile(of: day) else { continue }
            let albums = record.favorites[day].map { Set($0.links.map(\.album)).inOrder.filter { !$0.bytes.isEmpty } }
            FavoriteTags.tag(picture, albums: albums?.map(\.description))
        }
        if isThorough {
            if rules.mayForget() { try vault.sweep(record, now: .now) }
            memory.lastThorough = Timestamp.now.day
        }
        report.untidy += memory.linksInMonths.values.joined().sorted()
        do {
            // Today's picture may have been dragged into favorites/.
            try today.restore()
        } catch {
            report.troubles.append("\(error)")
        }
    }

    /// Notes the favorites in months where a name came or went, whose pictures may be missing, and links that stand in the
    /// place of a picture: one that left `favorites/` may.
    private func lookAtMonths(_ record: FavoritesRecord) {
        let months = Set(store.listing.months).union(record.favorites.keys.map(\.month))
        for month in memory.changedMonths(of: months, tree.root) {
            let links = (try? tree.linksLeft(inMonth: month, store.listing)) ?? []
            memory.linksInMonths[month] = links.isEmpty ? nil : links
            memory.toLookFor.formUnion(Day.span(ofMonth: month).filter { record.favorites[$0] != nil })
        }
    }

    /// Makes again what the vault has lost, and gives favorites there bytes of their own. A pass that persisted a dropped link
    /// leaves both to the next one, since another link may be waiting for its end.
    func tendVault(
        after changed: [Day], isThorough: Bool, isComparing: Bool, _ report: inout FavoritesReport
    ) throws {
        if !changed.isEmpty, !isThorough {
            if !vault.memory.copies.isEmpty { report.requestPass(after: .zero) }
        } else {
            if isComparing { try compareVault(isThorough: isThorough, &report) }
            do {
                if try vault.separate(within: Self.copyingTime) { report.requestPass(after: .zero) }
            } catch {
                report.crowding = Vault.sharing(vault.memory.copies.count, ". \(error)")
                return
            }
        }
        report.crowding = try vault.crowding()
    }

    /// Makes again what the vault has lost. That takes a look at each of its files, so passes that follow one another share
    /// one: the last of them leaves it to one that comes later, where somebody is there to make it.
    private func compareVault(isThorough: Bool, _ report: inout FavoritesReport) throws {
        let now = rules.elapsed()
        if !isThorough, let wait = memory.vaultCompared.map({ $0 + Self.vaultPause - now }), wait > .zero {
            if rules.rest > .zero { report.requestPass(after: wait) }
            return
        }
        memory.vaultCompared = now
        try carryOn(&report) { try vault.keepChanged($0.record.favorites) }
    }

    /// The wait between two looks at all files of the vault.
    private static let vaultPause = Duration.seconds(5)

    /// The time that a pass may spend on copies before it frees the thread.
    private static let copyingTime = Duration.milliseconds(50)

    /// A month that cannot be written to is reported, and keeps nothing else from being done.
    private func carryOn(_ report: inout FavoritesReport, _ part: (inout FavoritesReport) throws -> Void) throws {
        do {
            try part(&report)
        } catch let error as FolderError where error.isNotWritable {
            report.troubles.append("\(error)")
        }
    }

    /// Brings pictures that are missing from their months back from the vault. After the first pass a picture must have
    /// been missing for two seconds: a user who is just removing a year is not to find files in the way. One that was moved to
    /// `favorites/` has been put back by then.
    private func restoreMissing(_ days: Set<Day>, _ report: inout FavoritesReport) throws {
        let (record, former, now) = (report.record, memory.missing, rules.elapsed())
        // A day that never was a favorite has no other copy, and a month that cannot be read may lack nothing.
        let open = days.union(memory.toLookFor).union(former?.days ?? []).filter {
            (record.favorites[$0] != nil || record.removed[$0] != nil) && store.listing.closedFolder(of: $0) == nil
        }
        memory.toLookFor = []
        var missing = Set(vault.missing(of: open))
        var since = now - Reconciliation.apart
        if let former { since = missing.isSubset(of: former.days) ? former.since : now }
        let wait = since + Reconciliation.apart - now
        if wait > .zero {
            memory.missing = (missing, since, isTried: false)
            if !missing.isEmpty { report.requestPass(after: wait) }
            return
        }
        // Pictures that the vault lacks, too, are not tried again in every pass.
        var isTried = true
        if former.map({ $0.days == missing && $0.isTried }) != true {
            let (returned, failure) = try store.bringBack(missing)
            missing.subtract(returned)
            if let failure {
                isTried = false
                report.troubles.append("\(failure)")
            }
            if !returned.isEmpty {
                // A file in favorites/ may be one of these pictures: the next pass compares it.
                memory.unannounced.remember(returned: returned, at: now)
                report.requestPass(after: .zero)
                events.send(.changed(returned.sorted(), .returned))
            }
        }
        memory.missing = (missing, since, isTried)
    }
}
