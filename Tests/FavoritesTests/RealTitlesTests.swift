import Days
import Foundation
import TestSupport
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite(
    "The titles of thirty years",
    .enabled(if: RealFiles.archive != nil, "needs apod-archive.json.gz, which APOD_ARCHIVE can name"))
struct RealTitlesTests {
    private struct Entry: Decodable {
        var date: Day
        var title: String
    }

    private static func entries() throws -> [Entry] {
        let archive = try #require(RealFiles.archive)
        let entries = try JSONDecoder().decode([Entry].self, from: RealFiles.unpacked(archive))
        #expect(entries.count >= 11_387)
        return entries
    }

    @Test func `all of them give valid names, no two the same`() throws {
        let entries = try Self.entries()
        var names: Set<[UInt8]> = []
        var folded: Set<String> = []
        for entry in entries {
            let name = PictureName.make(entry.date, title: entry.title, suffix: "jpg")
            #expect(FileNameRules.faults(of: name).isEmpty, "\(name)")
            #expect(name.utf8.count > 15, "nothing is left of \(entry.title)")
            names.insert(Array(name.utf8))
            folded.insert(name.lowercased())
        }
        #expect(names.count == entries.count)
        #expect(folded.count == entries.count)
    }

    @Test func `each is found again in what a file manager makes of its name, and no other day's is`() throws {
        let entries = try Self.entries()
        // A fifth of them: comparing names by canonical equivalence takes its time in a debug build.
        for (entry, other) in zip(entries, entries.dropFirst()) where entry.date.number % 5 == 0 {
            let name = PictureName.make(entry.date, title: entry.title, suffix: "jpg")
            let macName = name.decomposedStringWithCanonicalMapping
            for made in ["Link to \(name)", "\(name) - Shortcut.lnk", "\(macName.dropLast(4)) alias", macName] {
                #expect(EntryName(FilePath(made)).day { _ in [entry.title] } == entry.date, "\(made)")
                let misled = EntryName(FilePath(made)).day { _ in [other.title] }
                #expect(misled == nil || entry.title.hasPrefix(other.title), "\(made)")
            }
            let stem = String(name.dropLast(4))
            #expect(EntryName(FilePath("\(stem) (copy).jpg")).day { _ in [stem] } == entry.date, "\(stem)")
        }
    }
}
