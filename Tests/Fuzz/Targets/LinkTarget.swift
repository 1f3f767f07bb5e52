import Days

@testable import Favorites
@testable import Folder

extension FuzzTarget {
    /// An entry of `favorites/`: its name, a line feed, and what the link says or the file holds.
    static let links = FuzzTarget("links") { bytes in
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let path = FilePath(bytes: Array(bytes[..<end]))
        let content = Array(bytes[end...].dropFirst())
        let reading = LinkReading(root: root, aliases: [alias])
        try check(reading.meaning(ofLinkAt: path, to: FilePath(bytes: content)), path)
        try check(reading.meaning(ofForeignPath: FilePath(bytes: content)), path)
        if let shortcut = ShortcutFile(name: path, bytes: content) {
            try check(reading.meaning(of: shortcut, at: path), path)
        }
        try checkName(path)
        try checkAlias(reading, path, content)
    }

    private static let root = "/home/ada/Pictures/APOD"
    private static let alias = "/mnt/nas/APOD"

    private static func check(_ meaning: Meaning, _ path: FilePath) throws {
        switch meaning {
        case .day(let day): try promise("a day can be written", Day(day.description) == day)
        case .entry(let entry):
            let names = entry.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let isBelow = names.allSatisfy {
                !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
            }
            try promise("an entry lies below favorites/", isBelow)
        case .refused(let refusal):
            let sentence = refusal.sentence(entry: path)
            try promise("a refusal can be shown", printable(sentence) == sentence)
        case .today, .named: break
        }
    }

    private static func checkName(_ path: FilePath) throws {
        let name = EntryName(path)
        _ = (name.isNoise, name.isPlaceholder)
        guard let day = Day("2026-11-20") else { return }
        let titles = { (other: Day) in other == day ? ["Webb's View of M64"] : [] }
        if let bare = name.bareDate {
            try promise("a bare date is what its name says", name.day(titles: titles) == bare)
        }
        if let named = name.day(titles: titles), name.bareDate == nil {
            try promise("only a day with that title is named", named == day)
        }
    }

    /// What leads into the mirror by another of its names means the same.
    private static func checkAlias(_ reading: LinkReading, _ path: FilePath, _ content: [UInt8]) throws {
        let names = content.split(separator: UInt8(ascii: "/"))
        guard !names.contains(where: { $0.elementsEqual("..".utf8) }) else { return }
        let meanings = [root, alias].map {
            reading.meaning(ofLinkAt: path, to: FilePath(bytes: Array($0.utf8) + [UInt8(ascii: "/")] + content))
        }
        try promise("both names of the root mean the same", meanings[0] == meanings[1])
    }
}
