internal import Days
internal import Folder
internal import MirrorTree

extension FavoritesPass {
    /// Brings months back to their places whose return was cut short.
    package func finishReturns() throws {
        try DraggedMonth(favorites: tree.makeFavoritesFolder(), tree: tree).finishWaiting()
    }

    /// Reads the names that are due, and settles what a pass that was cut short has left.
    func scan(
        _ favorites: Folder, _ asked: FavoritesLook, _ otherDays: Set<Day>, _ facts: MirrorFacts,
        _ record: FavoritesRecord?
    ) throws -> FavoritesSurvey {
        var look = memory.inventory == nil || memory.lookedThrough != Timestamp.now.day ? .everything : asked
        // An album that could not be read before may be readable now, and hold more than the names that are due.
        if memory.inventory?.unread.isEmpty == false { look = look.with(.allNames) }
        if !otherDays.isEmpty { memory.meanings.forget() }
        let again = look == .everything ? [] : names(of: otherDays, record)
        let leftovers = memory.inventory?.leftovers ?? []
        func read(_ look: FavoritesLook) throws -> FavoritesSurvey {
            try FavoritesSurvey(
                of: favorites, look, after: memory.takeInventory(), again: again, facts, reading,
                remembering: &memory.meanings)
        }
        var survey = try read(look)
        // Only a scan of everything tells which entry stands beside a leftover.
        if !survey.inventory.leftovers.isSubset(of: leftovers) { survey = try read(.everything) }
        let areSettled =
            survey.look == .everything && !survey.inventory.leftovers.isEmpty
            && Leftovers(favorites: favorites, survey: survey, facts: facts, reading: reading, record: record).settle()
        let months = try survey.months.inOrder.filter { try isBroughtBack($0, favorites) }
        memory.unannounced.note(tidied: months.map(\.album), at: rules.elapsed())
        if survey.nameUnnamed(in: favorites) || areSettled || !months.isEmpty { survey = try read(.everything) }
        return survey
    }

    /// Whether the month is back. It stays in an album that another user made or closed, and the pass goes on.
    private func isBroughtBack(_ month: FilePath, _ favorites: Folder) throws -> Bool {
        do {
            return try DraggedMonth(favorites: favorites, tree: tree).bringBack(month)
        } catch let error as FolderError where !error.isDiskFull && !tree.isOwn(error.path) {
            return false
        }
    }

    /// Names without an event that may mean something else now, or lead to a wrong place: the links of changed days,
    /// and entries that depend on which days the mirror has.
    private func names(of otherDays: Set<Day>, _ record: FavoritesRecord?) -> Set<FilePath> {
        if otherDays.isEmpty { return [] }
        return otherDays.reduce(into: memory.inventory?.dependents ?? []) { names, day in
            names.formUnion(record?.favorites[day]?.links ?? [])
        }
    }
}
