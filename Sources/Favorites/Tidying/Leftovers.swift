internal import Days
internal import Folder
internal import MirrorTree

/// Finishes or undoes what a tidying was doing when it was cut short.
///
/// Under the hidden name lies either the new link, not exchanged yet, or the entry it was exchanged for. A leftover that
/// says what its visible partner says goes; any other gets a visible name.
struct Leftovers {
    let favorites: Folder
    let scan: FavoritesScan
    let reading: EntryReading
    /// The return of dragged months; `nil` where none comes back as a whole.
    let months: DraggedMonth?

    /// Returns whether anything was done. A leftover that cannot be settled now, in another user's album, stays.
    func settle() -> Bool {
        var any = false
        for path in scan.leftovers {
            if (try? settle(path)) != nil { any = true }
        }
        return any
    }

    private func settle(_ path: FilePath) throws {
        guard let album = try favorites.album(path.album), let status = try album.status(path.name) else { return }
        if status.kind == .folder, try months?.finish(path) == true { return }
        let partner = scan.links.first { link, _ in
            link.album == path.album && Leftover.name(for: link.name) == path.name
        }
        if let partner, try saysNothingElse(path.name, status, than: partner.value, as: partner.key, in: album) {
            try album.remove(path.name)
        } else {
            let file = partner.flatMap { reading.facts.file($0.value) }
            _ = try album.move(path.name, to: album.freeName(file ?? "Found again \(path.name.description.suffix(8))"))
        }
        try album.sync()
    }

    /// Whether the leftover means the day that its partner means, so that no byte of it is lost.
    private func saysNothingElse(
        _ name: FilePath, _ status: FileStatus, than day: Day, as path: FilePath, in album: Folder
    ) throws(FolderError) -> Bool {
        let meaning: EntryMeaning
        if let target = try album.linkTarget(name) {
            meaning = reading.meaning(ofLinkAt: path, to: target)
        } else if status.kind == .file {
            meaning = try reading.meaning(ofFile: name, as: path, status, in: album)
        } else {
            return false
        }
        switch meaning {
        case .day(let other, .link), .day(let other, .shortcut): return other == day
        // The file's bytes are the mirror's only while the mirror has them.
        case .day(let other, .picture): return other == day ? try reading.facts.hasPicture(of: day) : false
        // A relative link that was moved to another depth misses the root.
        case .entry(let other, _): return (scan.links[other] ?? MirrorPath.day(endOf: other)) == day
        // Only its partner still knows which day that was.
        case .today(.link): return true
        case .day, .today, .refused: return false
        }
    }
}
