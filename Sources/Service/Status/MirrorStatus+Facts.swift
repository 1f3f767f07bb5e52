package import Days
internal import Favorites
internal import Folder
package import MirrorTree
package import NASA
internal import Refresh
package import Settings

extension MirrorStatus {
    /// The status by these facts, whoever found them.
    ///
    /// - Parameter minimum: the free bytes at which downloads stop.
    init(_ facts: StatusBoard.Facts, of tree: Tree, today: Day, source: Source, keepingFree minimum: Int64) {
        let census = facts.census
        self.init(
            mirror: tree.root.path, sync: Sync(running: facts.running, next: facts.next), days: census.days,
            newest: census.newest, today: today, bytes: census.usage.bytes, thumbnailBytes: census.thumbnailBytes,
            freeBytes: (try? tree.root.freeBytes()) ?? census.freeBytes, favorites: facts.favorites, source: source)
        favorites.count = census.favorites
        (favorites.lacking, favorites.unrecorded) = (census.vault.lacking, census.vault.unrecorded)
        favorites.troubles += [facts.crowding].compactMap(\.self)
        if let report = facts.report { sync.tell(report) }
        troubles = troubles(facts, keepingFree: minimum)
    }

    /// The troubles of the mirror. Whether the disk is full is told by its free bytes, and not by what failed for it
    /// some time ago.
    func troubles(_ facts: StatusBoard.Facts, keepingFree minimum: Int64) -> [String] {
        let isFull = freeBytes <= minimum
        func lasts(_ end: PassEnd) -> Bool { !(isFull && end.kind == .room) && !end.isOver(with: freeBytes) }
        var troubles = isFull ? [shortage(minimum)] : []
        if let report = facts.report, let failure = failure(report), lasts(failure) {
            troubles.append(sentence(failure))
        }
        if let failure = facts.favoritesFailure, lasts(failure) { troubles.append("\(failure)") }
        troubles += [facts.blindness, facts.countFailure].compactMap(\.self) + facts.damaged + facts.census.closed
        if let sentence = facts.census.troubles.sentence { troubles.append(sentence) }
        if let newest, newest.distance(to: today) >= Self.patience {
            troubles.append("No new picture since \(Quantity.date(newest)).")
        }
        let pages = facts.gallery.count
        troubles +=
            pages > 3 ? ["\(Quantity.count(pages)) pages cannot be written. \(facts.gallery[0])"] : facts.gallery
        return troubles
    }

    /// The failure of the last sync; `nil` where another source is set by now.
    private func failure(_ report: PassReport) -> PassEnd? {
        guard let failure = report.failure else { return nil }
        return failure.isOfSource && report.isCounted && report.source != source.address ? nil : failure
    }

    private func sentence(_ failure: PassEnd) -> String {
        // A failure that mostly passes by itself is told by the pictures that it keeps from coming.
        guard failure.kind == .unreachable || failure.kind == .paused else { return "\(failure)" }
        if days.missing > 0 {
            let missing = Quantity.plural(days.missing, "picture")
            return "\(missing) of the mirror's days \(days.missing == 1 ? "is" : "are") missing: "
                + "\("\(failure)".withoutFullStop)."
        }
        return newest == nil ? "No picture has come yet: \("\(failure)".withoutFullStop)." : "\(failure)"
    }

    private func shortage(_ minimum: Int64) -> String {
        let (free, kept) = (Quantity.bytes(Int(freeBytes)), Quantity.bytes(Int(minimum)))
        return "The disk of \(mirror) has \(free) free, and downloads stop at \(kept) (min_free_bytes). Make room."
    }
}

// MARK: - Without a daemon

extension MirrorStatus {
    /// The status of a mirror that no daemon keeps, from what is on disk now.
    ///
    /// - Parameter sourceRemedy: says which line of the settings has another source asked.
    package init(of tree: Tree, _ configuration: Configuration, today: Day, sourceRemedy: SourceRemedy) throws {
        let record = try? tree.knownRecord()
        let (state, address) = (try tree.sourceState, configuration.source.base)
        var facts = StatusBoard.Facts()
        facts.census = try Census(tree, tree.listing(), record, today: today, keep: configuration.keep)
        facts.report = try tree.passReport
        // The remedy is told as this command's settings have it.
        if let form = state.otherForm(of: address, remedy: sourceRemedy) {
            facts.report?.stopped = PassEnd(SourceError.otherForm(form), at: .now)
        }
        let shared = (try? Vault(in: tree)?.sharedFiles(tree.root)) ?? [:]
        let sharing = shared.keys.count { record?.favorites[$0] != nil }
        if sharing > 0 { facts.crowding = Vault.sharing(sharing, ". A sync gives them bytes of their own.") }
        facts.damaged = DayNotes.inWords(damaged: try tree.dayNotes.damaged)
        self.init(
            facts, of: tree, today: today,
            source: Source(
                name: configuration.source.name, address: address,
                pausedUntil: state.pause(of: address, at: .now)),
            keepingFree: Int64(configuration.minFreeBytes))
    }
}
