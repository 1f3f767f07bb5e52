internal import Folder

extension Archive {
    /// Brings favorites back whose picture or JSON is missing from its month; returns the days that came back.
    ///
    /// Only a picture whose bytes are those its JSON was written for comes back, and nothing that stands in the month
    /// is overwritten but a link, a damaged JSON or one that waits for a picture. A hidden day stays hidden. Today is
    /// the caller's to make again.
    func restoreFromVault(_ days: some Collection<Day> & Sendable) throws -> Set<Day> {
        let missing = days.filter { !stands($0) }
        guard !missing.isEmpty, let folder = try tree.root.folder(Vault.path) else { return [] }
        let vault = Vault(folder: folder)
        let saver = try saver
        var restored: Set<Day> = []
        for (month, days) in Dictionary(grouping: missing, by: \.month) {
            do {
                let restoration = MonthRestoration(month: month, root: tree.root, vault: vault, saver: saver)
                for story in try restoration.restore(days) {
                    note(story)
                    restored.insert(story.metadata.date)
                }
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                throw error
            } catch {
                // A year that is a link is refused; the other months go on.
                continue
            }
        }
        return restored
    }

    /// Whether a day that was kept has both files where they belong: cheaper than to list its month.
    func stands(_ day: Day) -> Bool {
        guard let picture = vaultMemory.days[day]?.picture else { return false }
        let month = Tree.monthPath(day)
        return [month.appending(picture), Tree.metadataPath(day)].allSatisfy {
            (try? tree.root.status($0)?.kind) == .file
        }
    }

    private func note(_ story: Story) {
        let day = story.metadata.date
        let file = story.file.description
        listing.days[day, default: Listing.Names()].hasMetadata = true
        if listing.days[day]?.files.contains(file) == false { listing.days[day]?.files.append(file) }
    }
}
