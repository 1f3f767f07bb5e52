package import Days
package import Folder
internal import MirrorTree

extension DayStore {
    /// Brings days back from the vault whose picture or JSON is missing from their months; returns those that came back, and
    /// why others could not be written. A day that cannot, or a month that is closed or a link, keeps no other from it
    /// (``Mending``).
    package func bringBack(_ days: some Collection<Day>) throws -> (returned: Set<Day>, failure: FolderError?) {
        var left = days.sorted()[...]
        var returned: Set<Day> = []
        var failure: FolderError?
        while !left.isEmpty {
            let changes = left.prefix(Self.atOnce).compactMap { try? Mending(tree, $0).changeForMissing() }
            left = left.dropFirst(Self.atOnce)
            if changes.isEmpty { continue }
            for outcome in try carryOut(changes) {
                switch outcome {
                case .success(let metadata): returned.insert(metadata.date)
                case .failure(let error): failure = error as? FolderError ?? failure
                }
            }
        }
        return (returned, failure)
    }

    /// The days of one commit, each with some files that are open until it ends.
    private static let atOnce = 64
}
