package import Days
internal import Folder
package import MirrorTree

/// A closer check of months whose sums do not name exactly the files that are there.
extension Recovery {
    /// The days that wait for their picture although a file stands for them, which their JSON does not name: their owner
    /// put it there.
    ///
    /// - Parameter months: What ``compareSums()`` returned.
    package func waiting(in months: [String: Set<String>]) -> [Day: Metadata] {
        var days: [Day: Metadata] = [:]
        for (month, files) in months {
            // A month that cannot be read is told elsewhere.
            for day in (try? unnamed(files, in: month)) ?? [] {
                guard let metadata = try? tree.metadata(day), metadata.mirror.picture == nil,
                    metadata.mirror.state != .hidden
                else { continue }
                days[day] = metadata
            }
        }
        return days
    }

    /// The days of files that the month's sums do not name.
    private func unnamed(_ files: Set<String>, in month: String) throws -> Set<Day> {
        let metadata = try tree.root.folder(Tree.monthPath(month).appending("metadata"))
        let named = try metadata.flatMap { try MonthSums($0).stored() }?.sums ?? [:]
        return Set(files.filter { named[$0] == nil }.compactMap { PictureName.day(of: FilePath($0)) })
    }

    /// Makes each JSON name its picture in the spelling of the disk. Where case does not count the two can differ,
    /// after a user or an older version renamed the file: on a disk where case counts, a copy of the day would have
    /// lost its picture.
    func mendSpellings(in months: [String: Set<String>]) throws {
        var changes: [DayChange] = []
        for (month, files) in months {
            do {
                guard let folder = try tree.root.folder(Tree.monthPath(month)) else { continue }
                // Files that the sums name need no check.
                for day in try unnamed(files, in: month) {
                    guard let stored = try? tree.metadata(day), stored.mirror.state != .hidden,
                        let name = stored.visibleName.map({ FilePath($0) }),
                        let standing = try folder.spelling(of: name), standing != name
                    else { continue }
                    changes.append(DayChange(metadata: stored, content: .kept, basis: .interrupted))
                }
            } catch {
                recordFailure(error, month)
            }
        }
        try carryOut(changes)
    }
}
