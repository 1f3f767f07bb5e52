internal import Days
internal import Folder
internal import Hashing

/// Carries the steps of a ``Reconciliation`` out on the real folder.
///
/// The folder and its marker are opened before the scan and used until the end, so that everything lands in the folder
/// that was scanned or nowhere.
final class FavoritesDisk: FavoritesGround {
    static let file: FilePath = "favorites.json"

    private let root: Folder
    let favorites: Folder
    private let saver: Saver
    let facts: MirrorFacts
    private let vault: VaultKeeper?
    private var markerFile: OpenFile?
    private(set) var files: FavoritesFiles
    private var encoded: (record: FavoritesRecord, json: [ArraySlice<UInt8>])?
    /// Albums that changed since they were last flushed.
    var unflushed: [FilePath] = []
    /// What lay there, and the days of which the record that is written says something else; `nil` where nobody knows.
    var changed: (since: FavoritesRecord?, days: Set<Day>)?

    /// - Parameter vault: Where new favorites are kept; `nil` where there are none.
    init(
        _ favorites: Folder, _ root: Folder, _ files: FavoritesFiles, _ saver: Saver, _ facts: MirrorFacts,
        _ vault: VaultKeeper?
    ) {
        self.favorites = favorites
        self.root = root
        self.files = files
        self.saver = saver
        self.facts = facts
        self.vault = vault
        // A folder, a pipe or somebody else's file is no marker.
        markerFile = try? favorites.openToRewrite(Marker.name)
    }

    /// A folder that was just made is known from the start: nothing is missing in it.
    static func begin(_ favorites: Folder, _ tree: Tree, _ saver: Saver) throws {
        let facts = MirrorFacts(tree, Listing(), today: .first)
        let disk = FavoritesDisk(favorites, tree.root, FavoritesFiles(), saver, facts, nil)
        try Reconciliation.carryOut(
            [.replaceMarker, .write(FavoritesRecord(), isTrusted: false), .mark], on: disk, after: .missing)
    }

    /// The marker that stands in the folder now, which may be another than the one that was opened.
    func markerInPlace() throws -> Marker? {
        guard let status = try favorites.status(Marker.name), status.kind == .file else { return nil }
        if let own = try markerFile?.status(), own.identity == status.identity { return try marker() }
        return Marker(status, sum: "")
    }

    /// Of `favorites.json`.
    var path: String { "\(root.path)/\(Self.file)" }

    // MARK: - Steps

    func flush() throws {
        for path in unflushed {
            try favorites.album(path)?.sync()
        }
    }

    func keep(_ days: Set<Day>) throws {
        _ = try vault?.keep(days)
    }

    func setAsideDamaged() throws {
        _ = try root.move(Self.file, to: FavoriteLink.freeName("favorites damaged.json", in: root))
    }

    func replaceMarker() throws {
        let temporary: FilePath = ".apod-mirror.new"
        if try favorites.status(Marker.name)?.kind == .folder {
            _ = try favorites.move(Marker.name, to: FavoriteLink.freeName("apod-mirror", in: favorites))
        }
        try favorites.remove(temporary)
        guard let file = try favorites.createNew(temporary) else { return }
        try file.adopt(into: favorites)
        try favorites.rename(temporary, to: Marker.name, in: favorites)
        try favorites.sync()
        markerFile = file
    }

    func write(_ record: FavoritesRecord) throws -> String {
        let json = json(of: record)
        let status = try saver.save(json, as: Self.file, in: root)
        let sum = SHA256.hash(json)
        files.record.note(.readable(record, sha256: sum), as: status)
        return sum
    }

    func write(_ kept: KeptFavorites, isDurable: Bool) throws {
        let own = try root.makeFolder(Tree.own)
        let json = try kept.encoded(json(of: kept.record))
        files.copy.note(kept, as: try saver.save(json, as: Self.file, in: own, isDurable ? .durable : .unflushed))
    }

    /// Three files in a row say the same.
    private func json(of record: FavoritesRecord) -> [ArraySlice<UInt8>] {
        if let encoded, encoded.record == record { return encoded.json }
        let json = files.text.json(of: record, changed: changed?.days, since: changed?.since)
        encoded = (record, json)
        return json
    }

    func marker() throws -> Marker? {
        guard let file = markerFile else { return nil }
        return Marker(try file.status(), sum: try Marker.sum(in: file))
    }

    func writeMarker(_ sum: String) throws {
        try markerFile?.rewrite(sum.isEmpty ? [] : Array("\(sum)\n".utf8))
    }
}

extension Marker {
    /// What a marker's file says, which the owner may have edited.
    static func sum(in file: OpenFile) throws -> String {
        String(decoding: try file.read(128, at: 0), as: UTF8.self).filter { !$0.isWhitespace }
    }

    fileprivate init(_ status: FileStatus, sum: String) {
        state = MarkerState(inode: status.identity.inode, ctime: status.changed)
        hardLinks = status.hardLinks
        self.sum = sum
    }
}
