internal import Folder

extension Archive {
    /// One pass over `favorites/`: what lies there is persisted first and tidied second. Complete and idempotent; the
    /// caller comes again when the result says so.
    func reconcileFavorites() throws -> FavoritesPass {
        // A mirror that is being removed, or whose disk went away, is not made anew from here.
        guard try tree.root.status(Tree.identityFile) != nil else { throw RootError.notMirror(path: tree.root.path) }
        let began = FileStatus.clock
        let favorites = try tree.root.makeFolder(Tree.favorites)
        let stored = try tree.storedFavorites(remembering: &favoritesMemory.stored)
        let facts = MirrorFacts(
            tree, listing, today: rules.today(), record: stored.record, setAside: daysSetAside)
        let reading = LinkReading(root: tree.root.path, aliases: rules.aliases)
        let disk = FavoritesDisk(favorites, root: tree.root, try saver, facts) { [self] days in
            _ = try keepInVault(days)
        }
        let before = try disk.marker()
        var survey = try FavoritesSurvey(of: favorites, facts, reading, remembering: &favoritesMemory.files)
        let leftovers = Leftovers(
            favorites: favorites, survey: survey, facts: facts, reading: reading, record: stored.record)
        let areSettled = leftovers.settle()
        if survey.nameUnnamed(in: favorites) || areSettled {
            survey = try FavoritesSurvey(of: favorites, facts, reading, remembering: &favoritesMemory.files)
        }
        disk.unflushed = survey.changes.keys.filter { survey.changes[$0] != favoritesMemory.flushed[$0] }
        let reconciliation = Reconciliation(
            of: Reconciliation.Findings(
                scan: survey.scan, stored: stored,
                kept: try tree.keptFavorites(remembering: &favoritesMemory.kept),
                markers: (before, try disk.markerInPlace()), lastWritten: favoritesMemory.lastWritten, now: .now,
                elapsed: rules.elapsed()),
            after: favoritesMemory.reconciliation, title: facts.title)
        try disk.carryOut(reconciliation.steps, stored: stored)
        // Of two changes in one tick of the kernel's clock the second would look like the first.
        favoritesMemory.flushed = survey.changes.filter { $0.value < began - 100_000_000 }
        favoritesMemory.reconciliation = reconciliation.memory
        let changed = reconciliation.record.differences(from: stored.record ?? FavoritesRecord())
        favoritesMemory.lastWritten = reconciliation.record
        if !changed.isEmpty { events.send(.favorites(changed)) }

        var pass = FavoritesPass(
            record: reconciliation.record, lookAgain: reconciliation.lookAgain, refused: survey.refused,
            isComplete: survey.scan.isComplete)
        if stored == .damaged {
            pass.troubles.append("\(FavoritesError.setAside(path: "\(tree.root.path)/\(FavoritesDisk.file)"))")
        }
        var tidying = Tidying(
            favorites, tree.root, facts, try saver, albums: survey.albums, stuck: favoritesMemory.stuck)
        try tidying.tidy(survey.entries)
        favoritesMemory.stuck = tidying.stuck
        for (day, file) in tidying.returned where listing.days[day]?.files.contains(file) != true {
            listing.days[day, default: Listing.Names()].files.append(file)
        }
        pass.troubles += tidying.troubles + share(favorites, survey.albums.keys)
        try tend(&pass)
        do {
            // It may have been dragged in.
            try restoreToday()
        } catch {
            pass.troubles.append("\(error)")
        }
        return pass
    }

    /// Opens albums to the group that may add favorites; returns what could not be.
    private func share(_ favorites: Folder, _ albums: some Collection<FilePath>) -> [String] {
        guard let group = rules.shareGroup else { return [] }
        var troubles: [String] = []
        for album in albums {
            do {
                try favorites.album(album)?.share(withGroup: group)
            } catch {
                troubles.append("\(error) Its owner must belong to the group that share_group names.")
            }
        }
        return troubles
    }

    /// Sees to it that every favorite has its picture, its place in the vault and its tags.
    private func tend(_ pass: inout FavoritesPass) throws {
        let days = Array(pass.record.favorites.keys)
        for day in days where !listing.isPresent(day) { pass.wanted.insert(day) }
        do {
            try restoreMissing(days, &pass)
            _ = try keepInVault(days)
            for day in pass.wanted {
                if let metadata = try? tree.metadata(day), metadata.mirror.state == .hidden {
                    try unhide(day, now: .now)
                }
            }
        } catch let error as FolderError where error.isNotWritable {
            // A month that cannot be written to concerns its own days only.
            pass.troubles.append("\(error)")
        }
        pass.wanted = pass.wanted.filter { !listing.isPresent($0) }
        tagFavorites(pass.record)
        let today = Timestamp.now.day
        if favoritesMemory.swept != today, rules.mayForget() {
            // A removal can be undone for a while without asking NASA for anything.
            let recent = pass.record.removed.values.filter { $0.isRecent(.now) }.map(\.date)
            try sweepVault(keeping: Set(days + recent))
            favoritesMemory.swept = today
        }
    }

    /// A favorite's picture that is missing comes back from the vault; while this process runs, only when it was
    /// missing two seconds ago: whoever is just removing a year is not to find files in their way.
    private func restoreMissing(_ days: [Day], _ pass: inout FavoritesPass) throws {
        let missing = Set(self.missing(of: days))
        let now = rules.elapsed()
        var since = now
        if let former = favoritesMemory.missing {
            if missing.isSubset(of: former.days) { since = former.since }
        } else {
            since = now - Reconciliation.apart
        }
        let isSure = now >= since + Reconciliation.apart
        // What is in no vault either is not asked for again and again.
        let isTried = favoritesMemory.missing.map { $0.days == missing && $0.isTried } ?? false
        if isSure, !isTried {
            let restored = try restoreFromVault(missing)
            if !restored.isEmpty {
                favoritesMemory.files.forget()
                events.send(.returned(restored.sorted()))
            }
        }
        favoritesMemory.missing = (isSure ? Set(self.missing(of: missing)) : missing, since, isSure)
        if !isSure, !missing.isEmpty {
            pass.lookAgain = min(pass.lookAgain ?? .seconds(3_600), since + Reconciliation.apart - now)
        }
    }

    private func tagFavorites(_ record: FavoritesRecord) {
        var tags: [Day: [String]] = [:]
        for favorite in record.favorites.values where listing.isPresent(favorite.date) {
            let albums = Set(favorite.links.map(\.album)).inOrder.filter { !$0.bytes.isEmpty }.map(\.description)
            tags[favorite.date] = albums
            if favoritesMemory.tags[favorite.date] != albums { tag(favorite.date, albums: albums) }
        }
        for day in favoritesMemory.tags.keys where record.favorites[day] == nil { tag(day, albums: nil) }
        favoritesMemory.tags = tags
    }
}
