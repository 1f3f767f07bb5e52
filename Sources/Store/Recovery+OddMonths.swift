package import Days
internal import Folder
package import MirrorTree

/// A closer check of months whose sums do not name exactly the files that are there.
extension Recovery {
    /// The days that wait for their picture although a file stands for them, which their JSON does not name: their owner
    /// put it there.
    ///
    /// - Parameter months: What ``compareSums()`` returned.
    package func waiting(in months: [String: Set<Day>]) -> [Day: Metadata] {
        var days: [Day: Metadata] = [:]
        for day in months.values.joined() {
            guard let metadata = try? tree.metadata(day), metadata.mirror.picture == nil,
                metadata.mirror.state != .hidden
            else { continue }
            days[day] = metadata
        }
        return days
    }

    /// Makes each JSON name its picture in the spelling of the disk. Where case does not count the two can differ,
    /// after a user or an older version renamed the file: on a disk where case counts, a copy of the day would have
    /// lost its picture.
    func mendSpellings(in months: [String: Set<Day>]) throws {
        var changes: [DayChange] = []
        for (month, days) in months {
            do {
                guard let folder = try tree.root.folder(Tree.monthPath(month)) else { continue }
                for day in days {
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
