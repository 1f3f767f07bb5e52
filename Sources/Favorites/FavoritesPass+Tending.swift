internal import Days
internal import Folder
internal import MirrorTree
internal import Store

extension FavoritesPass {
    /// The days that a pass tends: those whose links or recorded links changed, and those that changed in the mirror.
    /// At most a part of thousands is returned; the rest is left to the next pass. For favorites in months where a name
    /// came or went only the pictures are checked.
    func days(
        after survey: FavoritesSurvey, _ otherDays: Set<Day>, _ record: FavoritesRecord
    ) -> Set<Day> {
        let days = survey.otherDays.union(otherDays).union(memory.toTend)
        // A link that left favorites/ may stand in its picture's place in a month now, and other links in theirs.
        let months = survey.listsAllNames ? store.listing.months : Set(survey.otherDays.map(\.month))
        for month in memory.changedMonths(of: months, tree.root) {
            let links = (try? tree.linksLeft(inMonth: month, store.listing)) ?? []
            memory.linksInMonths[month] = links.isEmpty ? nil : links
            memory.toLookFor.formUnion(Day.span(ofMonth: month).filter { record.favorites[$0] != nil })
        }
        if survey.request == .everything {
            memory.toTend = []
            return days.union(record.favorites.keys)
        }
        memory.toTend = Set(days.dropFirst(Self.atOnce))
        return days.subtracting(memory.toTend)
    }

    /// Gives these days, of which some are favorites, their pictures, their places in the vault and their tags.
    func tend(_ days: Set<Day>, _ request: ScanRequest, _ report: inout FavoritesReport) throws {
        let record = report.record
        let favorites = days.filter { record.favorites[$0] != nil }
        memory.waiting.subtract(days)
        // A month that cannot be read may hold the picture, so its days are not waited for.
        memory.waiting.formUnion(
            favorites.filter { !store.listing.isPresent($0) && store.listing.closedFolder(of: $0) == nil })
        try carryOn(&report) { try restoreMissing(days, &$0) }
        try carryOn(&report) { _ in _ = try vault.keep(favorites) }
        for day in memory.waiting.intersection(days) {
            guard let metadata = try? tree.metadata(day), metadata.mirror.state == .hidden else { continue }
            try carryOn(&report) { _ in try store.unhide(day) }
        }
        memory.waiting = memory.waiting.filter { !store.listing.isPresent($0) }
        // A picture that rests is about to be back.
        report.wanted = memory.waiting.subtracting(memory.resting.days)
        for day in days where store.listing.isPresent(day) {
            let albums = record.favorites[day].map { Set($0.links.map(\.album)).inOrder.filter { !$0.bytes.isEmpty } }
            tags.tag(day, albums: albums?.map(\.description))
        }
        if request == .everything {
            let today = Timestamp.now.day
            if rules.mayForget() { try vault.sweep(record, now: .now) }
            memory.lastFullScan = today
        }
        report.untidy += memory.linksInMonths.values.joined().sorted()
        do {
            // Today's picture may have been dragged into favorites/.
            try today.restore()
        } catch {
            report.troubles.append("\(error)")
        }
    }

    /// Makes again what the vault has lost, and gives favorites there bytes of their own: more than one in a pass that was
    /// asked for no name. A pass that was asked for a few names leaves both to the next one, since another dropped link may
    /// be waiting for its end.
    func tendVault(after request: ScanRequest, tending: Bool, _ report: inout FavoritesReport) throws {
        if case .names(let names) = request, !names.isEmpty {
            report.requestScan(.nothing, after: vault.memory.shared.isEmpty ? Self.vaultPause : .zero)
        } else {
            if tending { try compareVault(after: request, &report) }
            do {
                let areLeft = try vault.separate(within: request == .nothing ? Self.copyingTime : .zero)
                if areLeft { report.requestScan(.nothing, after: .zero) }
            } catch {
                report.crowding = Vault.sharing(vault.memory.shared.count, ". \(error)")
                return
            }
        }
        report.crowding = try vault.crowding()
    }

    /// Makes again what the vault has lost. That takes a look at each of its files, so passes that follow one another share
    /// one: the last of them leaves it to one that comes later.
    private func compareVault(after request: ScanRequest, _ report: inout FavoritesReport) throws {
        if vault.memory.days.isEmpty { return }
        let now = rules.elapsed()
        if request != .everything, let wait = memory.vaultCompared.map({ $0 + Self.vaultPause - now }), wait > .zero {
            return report.requestScan(.nothing, after: wait)
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
    /// been missing for two seconds: a user who is just removing a year is not to find files in the way.
    private func restoreMissing(_ days: Set<Day>, _ report: inout FavoritesReport) throws {
        let former = memory.missing
        // A day that never was a favorite has no other copy, and a month that cannot be read may lack nothing.
        let record = report.record
        let open = days.union(memory.toLookFor).union(former?.days ?? []).filter {
            (record.favorites[$0] != nil || record.removed[$0] != nil) && store.listing.closedFolder(of: $0) == nil
        }
        let missing = Set(vault.missing(of: open))
        memory.toLookFor = []
        let now = rules.elapsed()
        var since = now
        if let former {
            if missing.isSubset(of: former.days) { since = former.since }
        } else {
            since = now - Reconciliation.apart
        }
        let isSure = now >= since + Reconciliation.apart
        // Pictures that the vault lacks, too, are not tried again in every pass.
        let isTried = former.map { $0.days == missing && $0.isTried } ?? false
        if isSure, !isTried {
            let restored = try vault.restore(missing)
            if !restored.isEmpty {
                // A file in favorites/ may be one of these pictures: the next pass compares it.
                restored.forEach(store.markChanged(of:))
                memory.unannounced.remember(returned: restored, at: now)
                report.requestScan(.nothing, after: .zero)
                events.send(.changed(restored.sorted(), .returned))
            }
        }
        memory.missing = (isSure ? Set(vault.missing(of: missing)) : missing, since, isSure)
        if !isSure, !missing.isEmpty { report.requestScan(.nothing, after: since + Reconciliation.apart - now) }
    }
}
