internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import Settings
internal import Store

/// Reads all records anew, once, where another version of the program read them last: a better reader
/// needs neither the owner's consent nor a network. It yields to other work, and resumes after a restart.
struct WordsRenewal: Sendable {
    let passes: Passes
    let log: Log

    private static let savedEvery = Duration.seconds(60)
    /// The reading that is done in one go: some dozen days.
    private static let restedAfter = Duration.milliseconds(20)

    /// Returns once all records are read.
    func run() async throws {
        let archive = passes.archive
        let days = await archive.perform { $0.store.listing.days.withMetadata }.sorted(by: >)
        guard let newest = days.first,
            let first = ReadingState.first(after: try? archive.tree.readNote(ReadingState.self), newest: newest)
        else { return }
        let reader = IdleReader()
        var saved = ContinuousClock.now
        var count = 0
        var busy = Duration.zero
        let troubles = Troubles()
        // The newest day that could not be read anew: the next start goes on from there.
        var failed: Day?
        var left = days.drop { $0 > first }
        while let day = left.first {
            let began = ContinuousClock.now
            do {
                if await reader.readsOtherwise(day, archive.tree),
                    try await passes.between({ try await archive.reread(day) }) != nil
                {
                    count += 1
                }
                busy += began.duration(to: .now)
                // A tenth of the time is enough to come through within minutes.
                if busy > Self.restedAfter {
                    try await Pause().wait(for: min(busy * 9, .seconds(30)))
                    busy = .zero
                }
            } catch let error as CancellationError {
                // The next start goes on from here.
                await save(next: failed ?? day)
                throw error
            } catch let error as FolderError where error.isDiskFull {
                await save(next: failed ?? day)
                if troubles.meet("\(error)") { log.warning("\(error)") }
                let root = archive.tree.root
                try await RoomWatch(freeBytes: { try root.freeBytes() }).wait(forMoreThan: try? root.freeBytes())
                continue
            } catch {
                failed = failed ?? day
                log.warning("\(error)")
            }
            left.removeFirst()
            if saved.duration(to: .now) > Self.savedEvery {
                await save(next: failed ?? day)
                saved = .now
            }
        }
        if let failed { await save(next: failed) } else { await save(.done) }
        if count > 0 { log.info("Read \(Quantity.plural(count, "day")) anew, from NASA's records.") }
    }

    private func save(next day: Day) async {
        await save(ReadingState(version: Tree.readingVersion, next: day))
    }

    private func save(_ state: ReadingState) async {
        // A failed write is ignored: records that are read once more say the same.
        try? await passes.archive.perform { try $0.notes.save(state) }
    }
}
