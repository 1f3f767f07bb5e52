internal import Days
internal import Folder
internal import NASA

/// A collection that is offered to a pass: files that are certainly NASA's picture of a day are taken from there.
package final class OfferedCollection: Sendable {
    package let collection: PictureCollection
    package let manner: Manner
    /// Whether NASA is not asked, and what has a day's name and looks like its picture is taken.
    package let isUnchecked: Bool
    private let state = Monitor(State())

    /// How a picture comes into the mirror.
    package enum Manner: String, Codable, Sendable {
        /// Without taking room twice where the file system can.
        case copy
        /// As a second name of the collection's own file, where both are on one file system.
        case link
        /// Like ``link``, and the collection's own name is removed once the picture is safe.
        case move
    }

    private struct State {
        /// The days that files were taken for.
        var taken: [FilePath: Day] = [:]
        var refused: [FilePath: String] = [:]
    }

    package init(_ collection: PictureCollection, _ manner: Manner, isUnchecked: Bool) {
        (self.collection, self.manner, self.isUnchecked) = (collection, manner, isUnchecked)
    }

    /// The files that may be the picture of an entry.
    func offer(for entry: Entry, _ choice: PictureChoice) -> [Offered] {
        guard case .download(let candidates) = choice else { return [] }
        let addresses = candidates.map(\.url)
        return collection.files(of: entry.day, addresses: addresses, title: entry.title).map { file in
            let isNamed =
                file.name.days.first.map { $0 == entry.day }
                ?? addresses.contains { AdoptableName.spelling(ofAddress: $0).isSame(as: file.name.spelling) }
            return Offered(file: file, isNamed: isNamed)
        }
    }

    /// A file beside a day whose picture it may be.
    struct Offered: Sendable {
        let file: PictureCollection.File
        /// Whether its name, or a note, says that it is this day's before any other's.
        let isNamed: Bool
    }

    func record(_ file: PictureCollection.File, takenFor day: Day) {
        state.withLock { $0.taken[file.path] = day }
    }

    func refuse(_ file: PictureCollection.File, _ reason: String) {
        state.withLock { $0.refused[file.path] = reason }
    }

    func taken(_ path: FilePath) -> Day? { state.withLock { $0.taken[path] } }
    func refusal(of path: FilePath) -> String? { state.withLock { $0.refused[path] } }
}
