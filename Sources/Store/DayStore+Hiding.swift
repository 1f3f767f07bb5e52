package import Days
internal import Folder
internal import MirrorTree
package import Settings

extension DayStore {
    /// Removes a day's picture for good, in the reverse order of a commit: the sums and the JSON drop the picture
    /// before it goes. The metadata stays, and so do other files of that day, which are the owner's.
    package func hide(_ day: Day) throws {
        guard var metadata = try tree.metadata(day) else { throw HideError.notMirrored(day) }
        // A favorite that is hidden already is refused, too: its link means that it is wanted back.
        if let favorite = try tree.favoritesRecord()?.favorites[day] {
            throw HideError.favorite(day, links: favorite.links.inOrder.map(\.description))
        }
        // No replacement or correction of the day is taken any more, so none waits for the owner's word.
        try notes.forget { $0 == day }
        if metadata.mirror.state == .hidden { return }
        let month = try tree.root.makeFolder(Tree.monthPath(day))
        let folder = try month.makeFolder("metadata")
        let file = metadata.visibleName
        try forgetIntents([day])

        var removal: Saver.Staged?
        if let file, let sum = metadata.mirror.picture?.sha256 {
            let note = NameRemoval(day: day, name: file, sha256: sum)
            let staged = try saver.stage(note.encoded, as: note.file)
            if let lost = try saver.flush([staged]).values.first { throw lost }
            removal = staged
        }
        let sums = MonthSums(folder)
        if let file, var stored = try sums.stored() {
            stored.sums[file] = nil
            try sums.write(stored, saver)
        }
        metadata.mirror.state = .hidden
        metadata.mirror.picture = nil
        metadata.mirror.pending = nil
        try write(metadata, in: folder)
        if let file {
            try month.remove(FilePath(file))
            try month.sync()
            list([day.month])
        }
        try removal.map(saver.discard)
        events.send(.changed([day], .removed))
    }

    /// Removes what a failed commit left in `incoming/`, which would bring the days' pictures back at the next start.
    package func forgetIntents(_ days: [Day]) throws {
        let incoming = try tree.incoming()
        for day in days {
            for name: FilePath in ["\(day).json", "\(day).page", StagedRecord.name(day), Part.name(day)] {
                try incoming.remove(name)
            }
        }
        try incoming.sync()
    }

    /// The picture comes back with the next sync.
    package func unhide(_ day: Day) throws {
        guard var metadata = try tree.metadata(day), metadata.mirror.state == .hidden else {
            throw HideError.notHidden(day)
        }
        metadata.mirror.state = .pending
        // A time in the past makes the day due by any clock.
        let past = metadata.mirror.fetched
        metadata.mirror.pending = .init(reason: "no longer hidden", attempts: 0, retryAfter: past)
        try write(metadata, in: tree.root.makeFolder("\(Tree.monthPath(day))/metadata"))
        events.send(.absent(day, .pending(reason: "no longer hidden")))
    }

    private func write(_ metadata: Metadata, in folder: Folder) throws {
        let name: FilePath = "\(metadata.date).json"
        try saver.save(metadata.encoded(replacing: folder.read(name)), as: name, in: folder)
    }
}

package enum HideError: ExitCoded, Equatable, CustomStringConvertible {
    case notMirrored(Day)
    case notHidden(Day)
    /// The day is a favorite; `links` are the paths of its links below `favorites/`.
    case favorite(Day, links: [String])

    package var exitCode: ExitCode { .notAllWell }

    package var description: String {
        switch self {
        case .notMirrored(let day): "\(day) is not in the mirror, so there is nothing to hide."
        case .notHidden(let day): "\(day) is not hidden."
        case .favorite(let day, let links):
            "\(day) is a favorite\(links.first.map { " (favorites/\($0))" } ?? ""); remove it first: "
                + "apod-mirror favorites remove \(day)"
        }
    }
}
