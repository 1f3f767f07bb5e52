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
            do {
                return try await DaemonClient(session: self).carryOut(.favorites(order))
            } catch is DaemonForeign, DaemonSilent.unheard {
                return try changeLinks(order, tree) { "The links in \($0) are as asked, and the daemon takes that up." }
            } catch RootError.locked {
                if let owner = try RootClaim.otherOwner(of: tree.root) {
                    let code = try changeLinks(order, tree) {
                        "The links in \($0) are as asked, and the next daemon or command of \(owner)'s takes that up."
                    }
                    return code == .fine ? .notAllWell : code
                }
                return try changeLinks(order, tree) {
                    "The links in \($0) are as asked, and count when the process that has the mirror has scanned them."
                }
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

    /// Makes or removes the links of an order, and says who takes that up.
    private func changeLinks(
        _ order: FavoritesOrder, _ tree: Tree, _ sentence: (_ folder: String) -> String
    ) throws -> ExitCode {
        let record = try tree.favoritesRecord() ?? FavoritesRecord()
        let links = try FavoriteLinks(tree, record, today: today(), aliases: configuration.aliases)
        let complaints = try order.days(by: record).compactMap { day in
            try links.carryOut(order, on: day, record).complaint(on: day, order, options: sameOptions)
        }
        for complaint in complaints { output.complain("apod-mirror: " + complaint) }
        if !complaints.isEmpty { return .notAllWell }
        if !isQuiet { output.line(sentence("\(shown(tree.root.path))/\(Tree.favorites)")) }
        return .fine
    }
}
