internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

extension Session {
    /// Carries out an order about favorites: here if the mirror is free, else by the daemon that has it. Where that hears no
    /// order, as of users who share the mirror, this process makes the links and says who takes them up.
    func changeFavorites(_ order: FavoritesOrder) async throws -> ExitCode {
        switch try await favoritesAccess() {
        case .here(let archive): return try await carryOut(request(.favorites(order), archive.tree), archive)
        case .elsewhere(let tree):
            let folder = "\(shown(tree.root.path))/\(Tree.favorites)"
            do {
                return try await DaemonClient(session: self).carryOut(.favorites(order))
            } catch is DaemonForeign {
                guard try changeLinks(order, tree) else { return .notAllWell }
                if !isQuiet { output.line("The links in \(folder) are as asked, and the daemon takes that up.") }
                return .fine
            } catch RootError.locked, DaemonSilent.unheard {
                _ = try changeLinks(order, tree)
                let owner = try RootClaim.otherOwner(of: tree.root)
                let next = owner.map { "The next daemon or command of \($0)'s does." }
                output.complain(
                    "apod-mirror: the links in \(folder) are as asked, but no process has taken that up yet. "
                        + (next ?? "To scan again: apod-mirror favorites\(sameOptions)"))
                return .notAllWell
            }
        }
    }

    /// Restores all favorites removed since a time.
    func restoreFavorites(since time: PastTime) async throws -> ExitCode {
        let since = time.timestamp(now: .now, .system)
        guard since <= .now else {
            throw UsageError(
                sentence: "\(LocalTime.system.text(since)) has not come yet.",
                hint: "TIME is written as \(PastTime.forms).")
        }
        return try await changeFavorites(.restoreSince(since))
    }

    func favoritesAccess() async throws -> FavoritesAccess {
        do {
            return try await FavoritesAccess.open(configuration.mirror) { try await openArchive() }
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
    }

    /// Makes or removes the links of an order; returns whether all of them are as asked.
    private func changeLinks(_ order: FavoritesOrder, _ tree: Tree) throws -> Bool {
        let record = try tree.favoritesRecord() ?? FavoritesRecord()
        let links = try FavoriteLinks(tree, record, today: today(), aliases: configuration.aliases)
        var isAsAsked = true
        for day in order.days(by: record) {
            guard case .refused(let sentence) = try links.carryOut(order, on: day, record) else { continue }
            output.complain("apod-mirror: " + sentence)
            isAsAsked = false
        }
        return isAsAsked
    }
}
