package import Days
internal import Folder

/// The text of `favorites.json`, put together from the cached text of each day: encoding ten thousand favorites for a
/// change to one would take longer than the flush. Its form is that of every JSON file of the mirror (``JSONFile``).
package struct FavoritesText {
    private var favorites = DayTexts()
    private var removed = DayTexts()
    /// The record that the cached text says.
    private var record: FavoritesRecord?

    package init() {}

    /// - Parameters:
    ///   - changed: The days of which the record says something else than the one before; `nil` where unknown.
    ///   - former: The one before.
    /// - Returns: The text in pieces, since joining them would take as long as writing them.
    package mutating func json(
        of record: FavoritesRecord, changed: Set<Day>?, since former: FavoritesRecord?
    ) -> [ArraySlice<UInt8>] {
        let isKnown = changed != nil && self.record.map { last in former.map(last.says) == true } == true
        if !isKnown { self = FavoritesText() }
        defer { self.record = record }
        let days = (isKnown ? changed ?? [] : Set(record.favorites.keys).union(record.removed.keys)).sorted()
        favorites.replace(days) { record.favorites[$0]?.json }
        removed.replace(days) { record.removed[$0]?.json }
        let marker = record.marker.map {
            "  \"marker\" : {\n    \"ctime\" : \($0.ctime),\n    \"inode\" : \($0.inode)\n  },\n"
        }
        let version = FavoritesRecord.newestVersion
        return [
            Array("{\n  \"favorites\" : [\n".utf8)[...], favorites.list,
            Array("\n  ],\n\(marker ?? "")  \"removed\" : [\n".utf8)[...], removed.list,
            Array("\n  ],\n  \"version\" : \(version)\n}\n".utf8)[...],
        ]
    }
}

/// The texts of days, one after another, each with a comma behind it.
private struct DayTexts {
    private(set) var bytes: [UInt8] = []
    private var days: [(day: Day, length: Int)] = []

    /// The texts without the last comma.
    var list: ArraySlice<UInt8> { bytes[..<max(0, bytes.count - 2)] }

    /// Replaces the texts of these days; `nil` for a day that has none any more.
    mutating func replace(_ changed: [Day], with text: (Day) -> [UInt8]?) {
        if changed.count <= Self.few { return changed.forEach { replace($0, with: text($0)) } }
        var new = DayTexts()
        new.bytes.reserveCapacity(bytes.count + 512 * min(changed.count, 64))
        new.days.reserveCapacity(days.count + changed.count)
        var (next, offset) = (0, 0)
        for day in changed {
            // The texts before the day are copied in one piece.
            let (end, length) = days.extent(from: next, until: day)
            new.days += days[next..<end]
            new.bytes += bytes[offset..<offset + length]
            (next, offset) = (end, offset + length)
            if next < days.count, days[next].day == day {
                offset += days[next].length
                next += 1
            }
            guard let text = text(day) else { continue }
            new.bytes += text
            new.bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")]
            new.days.append((day, text.count + 2))
        }
        new.days += days[next...]
        new.bytes += bytes[offset...]
        self = new
    }
}

extension DayTexts {
    /// The most texts that are put into their places one by one; for more, the list is copied once.
    private static let few = 8

    private mutating func replace(_ day: Day, with text: [UInt8]?) {
        let (index, offset) = days.extent(from: 0, until: day)
        if index < days.count, days[index].day == day {
            bytes.removeSubrange(offset..<offset + days[index].length)
            days.remove(at: index)
        }
        guard let text else { return }
        bytes.replaceSubrange(offset..<offset, with: text + [UInt8(ascii: ","), UInt8(ascii: "\n")])
        days.insert((day, text.count + 2), at: index)
    }
}

extension [(day: Day, length: Int)] {
    /// The index at which the days before a day end, and the length of their texts.
    fileprivate func extent(from begin: Int, until day: Day) -> (end: Int, length: Int) {
        var (end, length) = (begin, 0)
        while end < count, self[end].day < day {
            length += self[end].length
            end += 1
        }
        return (end, length)
    }
}

extension Favorite {
    fileprivate var json: [UInt8] {
        JSONEntry.text(added: added, date: date, links: links, removed: nil, title: title)
    }
}

extension RemovedFavorite {
    fileprivate var json: [UInt8] {
        JSONEntry.text(added: added, date: date, links: links, removed: removed, title: title)
    }
}

/// An entry of the lists in `favorites.json`: its keys in their order, each on a line of its own.
private enum JSONEntry {
    static func text(
        added: Timestamp, date: Day, links: Set<FilePath>, removed: Timestamp?, title: String?
    ) -> [UInt8] {
        var lines: [[UInt8]] = [
            key("added") + quoted(added.description.utf8),
            key("date") + quoted(date.description.utf8),
        ]
        var list: [[UInt8]] = []
        for link in links.inOrder { list.append(Array("        ".utf8) + quoted(link.description.utf8)) }
        let comma: [UInt8] = Array(",\n".utf8)
        lines.append(key("links") + Array("[\n".utf8) + list.joined(separator: comma) + Array("\n      ]".utf8))
        if let removed { lines.append(key("removed") + quoted(removed.description.utf8)) }
        if let title { lines.append(key("title") + quoted(title.utf8)) }
        return Array("    {\n".utf8) + lines.joined(separator: comma) + Array("\n    }".utf8)
    }

    private static func key(_ name: StaticString) -> [UInt8] {
        Array("      \"\(name)\" : ".utf8)
    }

    private static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
            case 0x08: quoted += Array("\\b".utf8)
            case 0x09: quoted += Array("\\t".utf8)
            case 0x0A: quoted += Array("\\n".utf8)
            case 0x0C: quoted += Array("\\f".utf8)
            case 0x0D: quoted += Array("\\r".utf8)
            case 0..<0x10: quoted += Array("\\u000\(String(byte, radix: 16))".utf8)
            case 0x10..<0x20: quoted += Array("\\u00\(String(byte, radix: 16))".utf8)
            default: quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        return quoted
    }
}
