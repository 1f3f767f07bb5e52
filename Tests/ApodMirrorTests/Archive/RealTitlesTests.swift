import Foundation
import TestSupport
import Testing

@testable import ApodMirror

@Suite("The titles of thirty years")
struct RealTitlesTests {
    private struct Entry: Decodable {
        var date: Day
        var title: String
    }

    /// Where the real metadata lies: `APOD_ARCHIVE`, or `shared/` beside the checkout or beside its parent.
    private static var archive: URL? {
        if let path = ProcessInfo.processInfo.environment["APOD_ARCHIVE"] { return URL(filePath: path) }
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return ["../shared", "../../shared"]
            .map { folder.appending(path: "\($0)/data/apod-archive.json.gz") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    @Test func `all of them give valid names, no two the same`() throws {
        guard let archive = Self.archive else {
            print("No apod-archive.json.gz (APOD_ARCHIVE): the test of all real titles was skipped.")
            return
        }
        let packed = try Command(["gzip", "--decompress", "--stdout", archive.path])
        let entries = try JSONDecoder().decode([Entry].self, from: Data(packed.output()))
        #expect(entries.count >= 11_387)
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
}
