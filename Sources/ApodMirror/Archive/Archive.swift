internal import Folder

/// The one writer of a mirror. Everything that changes the tree goes through this actor, one commit after another, on a
/// thread of its own: it spends its time waiting for the disk.
///
/// Between passes only the root and the lock stay open; an open handle further down would keep a disk that is mounted
/// there from being unmounted.
actor Archive {
    nonisolated let tree: Tree
    /// Where pictures are fetched to before they are stored.
    nonisolated let incoming: Incoming
    nonisolated let rules: FavoritesRules
    private let lock: FileLock
    private nonisolated let thread = FileThread()
    /// What stands in the tree, kept up to date with every commit.
    var listing: Listing
    /// What the last pass over `favorites/` knew.
    var favoritesMemory = FavoritesMemory()
    /// Changes that wait for the next commit: see ``store(_:)``.
    var queue: [QueuedChange] = []
    /// What is known of the vault: see ``keepInVault(_:)``.
    var vaultMemory = VaultMemory()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Takes the mirror, finishes what a crash interrupted, sweeps what it left and lists the tree.
    static func open(_ path: String, favorites rules: FavoritesRules = FavoritesRules()) async throws -> Archive {
        let tree = try Tree.open(path)
        let archive = try Archive(tree, rules)
        try await archive.recover()
        return archive
    }

    private init(_ tree: Tree, _ rules: FavoritesRules) throws {
        self.tree = tree
        self.rules = rules
        incoming = Incoming(tree)
        do {
            lock = try FileLock("lock", in: tree.root.makeFolder(Tree.own))
        } catch FolderError.locked {
            throw RootError.locked(path: tree.root.path)
        }
        listing = Listing()
    }

    var saver: Saver {
        get throws { try Saver(through: tree.root.makeFolder(Tree.own.appending("incoming"))) }
    }

    /// The tree as of now; also what another program or the owner changed since.
    func list() throws -> Listing {
        listing = try tree.listing()
        return listing
    }

    /// Moves the start day back, never forward.
    func extendHistory(to start: Day) throws -> MirrorIdentity {
        var identity = try Tree.identity(in: tree.root) ?? tree.identity
        guard start < identity.start else { return identity }
        identity.start = start
        try save(identity, as: "mirror.json")
        return identity
    }

    func save(_ absent: AbsentDays) throws {
        try save(absent, as: "absent.json", insteadOf: try tree.absentDays)
    }

    func save(_ disputes: Disputes) throws {
        try save(disputes, as: "disputed.json", insteadOf: try tree.disputes)
    }

    func save(_ state: SourceState) throws {
        try save(state, as: "schedule.json")
    }

    /// Nothing is written where nothing changed: a pass without news leaves the disk alone.
    private func save<Note: Encodable & Equatable>(
        _ note: Note, as name: FilePath, insteadOf former: Note? = nil
    ) throws {
        if note == former { return }
        try saver.save(JSONFile.encode(note), as: name, in: tree.root.makeFolder(Tree.own))
    }
}
