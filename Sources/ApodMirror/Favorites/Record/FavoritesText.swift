internal import Folder

/// The text of `favorites.json`, put together from each day's as it was last written: to put ten thousand favorites into
/// words anew for one of them would take longer than to make it durable. It reads as if ``JSONFile`` had written it.
struct FavoritesText {
    private var favorites = DayTexts()
    private var removed = DayTexts()
    /// Whose text it is.
    private var record: FavoritesRecord?

    /// - Parameters:
    ///   - changed: The days of which the record says something else than the one before; `nil` where nobody knows.
    mutating func json(of record: FavoritesRecord, changed: Set<Day>?, since former: FavoritesRecord?) -> [UInt8] {
        let isKnown = changed != nil && self.record.map { last in former.map(last.says) == true } == true
        if !isKnown { self = FavoritesText() }
        defer { self.record = record }
        let days = (isKnown ? changed ?? [] : Set(record.favorites.keys).union(record.removed.keys)).sorted()
        favorites.replace(days) { record.favorites[$0]?.json }
        removed.replace(days) { record.removed[$0]?.json }
        var text = Array("{\n  \"favorites\" : [\n".utf8)
        text.reserveCapacity(favorites.bytes.count + removed.bytes.count + 400)
        text += favorites.bytes.dropLast(2)
        text += Array("\n  ],\n".utf8)
        if let marker = record.marker {
            text += Array(
                "  \"marker\" : {\n    \"ctime\" : \(marker.ctime),\n    \"inode\" : \(marker.inode)\n  },\n".utf8)
        }
        text += Array("  \"removed\" : [\n".utf8)
        text += removed.bytes.dropLast(2)
        text += Array("\n  ],\n  \"version\" : \(FavoritesRecord.newestVersion)\n}\n".utf8)
        return text
    }
}

/// What days are in words, one after another, each with a comma behind it.
private struct DayTexts {
    private(set) var bytes: [UInt8] = []
    private var days: [(day: Day, length: Int)] = []

    /// Puts these days' texts in the place of those they had; `nil` for a day that has none any more.
    mutating func replace(_ changed: [Day], with text: (Day) -> [UInt8]?) {
        if changed.isEmpty { return }
        var new = DayTexts()
        new.bytes.reserveCapacity(bytes.count + 512 * min(changed.count, 64))
        new.days.reserveCapacity(days.count + changed.count)
        var (next, offset) = (0, 0)
        /// What stands before a day, in one piece.
        func copy(until day: Day?, _ new: inout DayTexts) {
            let begin = offset
            while next < days.count, day.map({ days[next].day < $0 }) ?? true {
                new.days.append(days[next])
                offset += days[next].length
                next += 1
            }
            new.bytes += bytes[begin..<offset]
        }
        for day in changed {
            copy(until: day, &new)
            if next < days.count, days[next].day == day {
                offset += days[next].length
                next += 1
            }
            guard let text = text(day) else { continue }
            new.bytes += text
            new.bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")]
            new.days.append((day, text.count + 2))
        }
        copy(until: nil, &new)
        self = new
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

/// One entry of the lists in `favorites.json`: its keys in their order, each on a line of its own.
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
