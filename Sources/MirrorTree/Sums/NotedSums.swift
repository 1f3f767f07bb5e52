package import Days
internal import Folder

/// The days that differ between two states of a mirror, oldest first. Pure.
package struct HeldChanges: Equatable, Sendable {
    /// Days of which nothing was held.
    package var new: [Day] = []
    /// Days whose picture or record has another sum, came or went.
    package var changed: [Day] = []
    /// Days of which nothing is held any more.
    package var gone: [Day] = []

    package init(from former: HeldSums, to held: HeldSums, in period: Period = .all) {
        let nothing = HeldSums.DaySums()
        for day in Set(former.days.keys).union(held.days.keys).sorted() where period.days.contains(day) {
            switch (former[day], held[day]) {
            case let (before, now) where before == now: continue
            case (nothing, _): new.append(day)
            case (_, nothing): gone.append(day)
            default: changed.append(day)
            }
        }
    }

    package var counts: Counts { Counts(new: new.count, changed: changed.count, gone: gone.count) }

    /// How many days changed, and in which way.
    package struct Counts: Codable, Equatable, Sendable, CustomStringConvertible {
        var new: Int
        var changed: Int
        var gone: Int

        /// `7 days new, 1 changed`
        package var description: String {
            let counts = [(new, "new"), (changed, "changed"), (gone, "gone")].filter { $0.0 > 0 }
            guard let (count, word) = counts.first else { return "no change" }
            let rest = counts.dropFirst().map { "\(Quantity.count($0)) \($1)" }
            return (["\(Quantity.plural(count, "day")) \(word)"] + rest).joined(separator: ", ")
        }
    }
}

/// `.apod-mirror/noted-sums`: the very lines whose sum the owner wrote down, so that `sha256sum` of this file prints it
/// again.
package struct NotedSums: Sendable {
    package var held: HeldSums
    package var noted: Timestamp

    static let name: FilePath = "noted-sums"
}

extension Tree {
    /// The sums that were noted; `nil` where none were. Throws ``NotSummed`` where their file is no longer what was
    /// written.
    package var notedSums: NotedSums? {
        get throws {
            let path = Self.own.appending(NotedSums.name)
            guard let (file, status) = try root.opened(path) else { return nil }
            let bytes = try file.read(Int(min(status.bytes, 1 << 24)), at: 0)
            guard let held = HeldSums(bytes), !bytes.isEmpty, held.text(of: .all) == bytes else {
                throw NotSummed(
                    description: "\(root.path)/\(path) is no longer what sum --note wrote, so it tells nothing. "
                        + "Move it away, and note the sums again.")
            }
            return NotedSums(held: held, noted: Timestamp(seconds: status.written / 1_000_000_000))
        }
    }
}
