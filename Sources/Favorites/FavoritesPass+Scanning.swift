internal import Days
internal import Folder
internal import MirrorTree

extension FavoritesPass {
    /// Brings months to their places whose return was cut short.
    package func finishReturns() throws {
        try DraggedMonth(favorites: tree.makeFavoritesFolder(), tree: tree).finishWaiting()
    }

    /// Reads the names that are due, and settles what a pass that was cut short has left.
    func scan(
        _ favorites: Folder, _ asked: FavoritesLook, _ otherDays: Set<Day>, _ facts: MirrorFacts,
        _ record: FavoritesRecord?
    ) throws -> FavoritesSurvey {
        var look = memory.inventory == nil || memory.lookedThrough != Timestamp.now.day ? .everything : asked
        // What could not be read then may be read now, and tell more than its own names.
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
        // What stands beside a leftover, only a look at everything tells.
        if !survey.inventory.leftovers.isSubset(of: leftovers) { survey = try read(.everything) }
        let areSettled =
            survey.look == .everything && !survey.inventory.leftovers.isEmpty
            && Leftovers(favorites: favorites, survey: survey, facts: facts, reading: reading, record: record).settle()
        let months = try survey.months.inOrder.filter { try isBroughtBack($0, favorites) }
        memory.unannounced.note(tidied: months.map(\.album), at: rules.elapsed())
        if survey.nameUnnamed(in: favorites) || areSettled || !months.isEmpty { survey = try read(.everything) }
        return survey
    }

    /// A month in an album that somebody else made or closed meanwhile stays there, and holds up nobody's favorites.
    private func isBroughtBack(_ month: FilePath, _ favorites: Folder) throws -> Bool {
        do {
            return try DraggedMonth(favorites: favorites, tree: tree).bringBack(month)
        } catch let error as FolderError where !error.isDiskFull && !tree.isOwn(error.path) {
            return false
        }
    }

    /// Names that nobody told of and that may mean something else, or lead elsewhere than they should: the links of days
    /// that are others by now, and what hangs on the days that the mirror has.
    private func names(of otherDays: Set<Day>, _ record: FavoritesRecord?) -> Set<FilePath> {
        if otherDays.isEmpty { return [] }
        return otherDays.reduce(into: memory.inventory?.dependents ?? []) { names, day in
            names.formUnion(record?.favorites[day]?.links ?? [])
        }
    }
}
