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
    /// What happens to the mirror, as it happens.
    nonisolated let events = MirrorEvents()
    private let lock: FileLock
    private let rootIdentity: FileStatus.Identity
    /// A sandbox binds the root's own folder: moved elsewhere, it stays at its path there.
    private let rootOrigin: String?
    private nonisolated let thread = FileThread()
    /// How often something long came a step further: whoever watches sees that it does.
    nonisolated var steps: Int64 { stepsDone.withLock { $0 } }
    private nonisolated let stepsDone = Monitor<Int64>(0)
    /// What stands in the tree, kept up to date with every commit.
    var listing: Listing
    /// What the last pass over `favorites/` knew.
    var favoritesMemory = FavoritesMemory()
    /// Changes that wait for the next commit: see ``store(_:)``.
    var queue: [QueuedChange] = []
    /// What NASA answered to the last look.
    var lastAnswer: String?
    /// Days that a prune has set aside and that may yet come back.
    var daysSetAside: [Day: Metadata] = [:]
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
        rootIdentity = try tree.root.status().identity
        rootOrigin = Mounts.ofProcess.origin(of: tree.root.path)
        incoming = Incoming(tree)
        do {
            lock = try FileLock("lock", in: tree.root.makeFolder(Tree.own))
        } catch FolderError.locked {
            throw RootError.locked(path: tree.root.path)
        }
        listing = Listing()
    }

    nonisolated func noteStep() {
        stepsDone.withLock { $0 += 1 }
    }

    var saver: Saver {
        get throws { try tree.saver() }
    }

    /// The tree as of now; also what another program or the owner changed since.
    func list() throws -> Listing {
        listing = try tree.listing()
        return listing
    }

    /// Throws when the folder that was opened is not the one its path leads to any more: a disk was unmounted, or the
    /// folder was moved. Nothing is to be written then, neither here nor there.
    func checkRoot() throws {
        let path = tree.root.path
        do {
            if let there = try Folder.open(path), try there.status().identity == rootIdentity,
                Mounts.ofProcess.origin(of: path) == rootOrigin, try there.status(Tree.identityFile) != nil
            {
                return
            }
        } catch .notFolder, .symlink {}
        throw RootError.replaced(path: path)
    }

    /// Whether the root and what is the daemon's own can be written to: one month that cannot be concerns its days.
    var isWritable: Bool {
        get throws { try tree.root.isWritable && (tree.root.folder(Tree.own)?.isWritable ?? false) }
    }

    /// Moves the start day back, never forward.
    func extendHistory(to start: Day) throws -> MirrorIdentity {
        var identity = try identity()
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

    /// Says to those who find the mirror taken where its daemon is to be met.
    func writeLock(_ text: String) throws {
        try lock.write(text)
    }

    func note(_ look: LastLook) throws {
        var state = try tree.sourceState
        state.lastLook = look
        try save(state)
    }

    func identity() throws -> MirrorIdentity {
        try Tree.identity(in: tree.root) ?? tree.identity
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
