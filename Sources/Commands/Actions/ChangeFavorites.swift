internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Service
internal import Settings

/// Carries out an order about favorites: here if the mirror is free, else by the daemon that has it. Where that hears no
/// order, as of users who share the mirror, this process makes the links and says who takes them up.
struct ChangeFavorites: SessionAction {
    var order: FavoritesOrder

    init(_ order: FavoritesOrder) { self.order = order }

    static let add = Command(
        name: "favorites add", arguments: .days, options: [.album],
        help: "links the days' pictures, which are fetched if need be",
        action: { words throws(UsageError) in
            ChangeFavorites(.add(try words.days(), to: try words.album(.album) ?? .top))
        })

    static let remove = Command(
        name: "favorites remove", arguments: .days, help: "removes all links to the days' pictures",
        action: { words throws(UsageError) in ChangeFavorites(.remove(try words.days())) })

    func run(_ session: Session) async throws -> ExitCode {
        switch try await session.favoritesAccess() {
        case .here(let archive):
            return try await session.carryOut(session.request(.favorites(order), archive.tree), archive)
        case .elsewhere(let tree):
            do {
                return try await DaemonClient(session: session).carryOut(.favorites(order))
            } catch is DaemonForeign, DaemonSilent.unheard {
                return try changeLinks(tree, session) {
                    "The links in \($0) are as asked, and the daemon takes that up."
                }
            } catch RootError.locked {
                if let owner = try RootClaim.otherOwner(of: tree.root) {
                    let code = try changeLinks(tree, session) {
                        "The links in \($0) are as asked, and the next daemon or command of \(owner)'s takes that up."
                    }
                    return code == .fine ? .notAllWell : code
                }
                return try changeLinks(tree, session) {
                    "The links in \($0) are as asked, and count when the process that has the mirror has scanned them."
                }
            }
        }
    }

    /// Makes or removes the links of an order, and says who takes that up.
    private func changeLinks(
        _ tree: Tree, _ session: Session, _ sentence: (_ folder: String) -> String
    ) throws -> ExitCode {
        let record = try tree.favoritesRecord() ?? FavoritesRecord()
        let links = try FavoriteLinks(tree, record, today: session.today(), aliases: session.configuration.aliases)
        let complaints = try order.days(by: record).compactMap { day in
            try links.carryOut(order, on: day, record).complaint(on: day, order, options: session.sameOptions)
        }
        for complaint in complaints { session.output.complain("apod-mirror: " + complaint) }
        if !complaints.isEmpty { return .notAllWell }
        if !session.isQuiet { session.output.line(sentence("\(session.shown(tree.root.path))/\(Tree.favorites)")) }
        return .fine
    }
}

/// Restores all favorites removed since a time.
struct RestoreFavorites: SessionAction {
    var time: PastTime

    static let row = Command(
        name: "favorites restore", arguments: .optionalDays, options: [.sinceTime],
        help: "makes the links again that a removal took",
        action: { words throws(UsageError) in
            let days = try words.days()
            guard let text = words.value(.sinceTime) else {
                if days.isEmpty { throw words.error("favorites restore needs a day, or --since with a time.") }
                return ChangeFavorites(.restore(days))
            }
            guard let time = PastTime(text) else {
                throw words.error("“\(text)” is no time; write it as \(PastTime.forms).")
            }
            guard days.isEmpty else { throw words.error("favorites restore takes either a day or --since.") }
            return RestoreFavorites(time: time)
        })

    func run(_ session: Session) async throws -> ExitCode {
        let since = time.timestamp(now: .now, .system)
        guard since <= .now else {
            throw UsageError(
                sentence: "\(LocalTime.system.text(since)) has not come yet.",
                hint: "TIME is written as \(PastTime.forms).")
        }
        return try await ChangeFavorites(.restoreSince(since)).run(session)
    }
}

extension Session {
    func favoritesAccess() async throws -> FavoritesAccess {
        do {
            return try await FavoritesAccess.open(configuration.mirror) { try await openArchive() }
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
    }
}
