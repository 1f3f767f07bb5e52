import Foundation
import Testing

extension Program {
    /// What the link at a path below `favorites/` says; `nil` where there is none.
    func favorite(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/favorites/\(path)")
    }

    func pictureName(of day: String) async throws -> String {
        try #require(try await MirrorFiles(self).picture(of: day)).name
    }

    /// What `favorites --json` says, by date.
    func listedFavorites() async throws -> [String: [String: Any]] {
        let ended = try await run("favorites", "list", "--json")
        #expect(ended.errors == "")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
        let dates = rows.compactMap { $0["date"] as? String }
        #expect(dates == dates.sorted() && dates.count == rows.count)
        return Dictionary(uniqueKeysWithValues: zip(dates, rows))
    }
}
