import Foundation
import SampleNASA
import TestSupport
import Testing

/// A mirror on a disk with a file system of its own.
final class DiskBench {
    let program: Program
    let root: String
    let disk: FormattedDisk
    let variables: [String: String]

    init(_ disk: FormattedDisk) throws {
        self.disk = disk
        program = try Program(ServedDays.last(10), in: disk.path)
        root = program.root
        variables = ["APOD_MIRROR_MIN_FREE_BYTES": "0"]
    }

    /// For a copy of another's mirror, on another disk.
    init(_ disk: FormattedDisk, like other: DiskBench) throws {
        self.disk = disk
        program = other.program
        root = disk.path + "/APOD"
        variables = other.variables.merging(["APOD_MIRROR_MIRROR": root]) { $1 }
    }

    @discardableResult
    func succeed(_ words: String..., location: SourceLocation = #_sourceLocation) async throws -> Child.Ended {
        let ended = try await program.start(words, adding: variables).end()
        #expect(ended.code == 0, "\(words): \(ended.output) \(ended.errors)", sourceLocation: location)
        return ended
    }

    func copy(to place: String) async throws {
        _ = try await program.tool("cp", ["-r", root, place + "/"])
    }

    func retitle(_ date: String, _ change: (String) -> String) throws {
        guard var day = program.server.day(date) else { throw HarnessError("no \(date)") }
        day.title = change(day.title)
        program.server.update(day)
    }

    /// The picture is due for its second look.
    func forgetLooks(at day: String) throws {
        try program.edit(day) { mirror in
            var picture = mirror["picture"] as? [String: Any] ?? [:]
            picture["fetched"] = Date.now.addingTimeInterval(-90_000).ISO8601Format()
            picture["checked"] = nil
            mirror["picture"] = picture
        }
        // How often NASA was seen to serve what is stored.
        try FileManager.default.removeItem(atPath: "\(root)/.apod-mirror/days.json")
    }

    /// Every JSON names a file that its month lists in that very spelling, with those bytes; nothing else lies there, and
    /// sums, page and Today say the same.
    func expectSound(_ when: String, location: SourceLocation = #_sourceLocation) async throws {
        let files = try await MirrorFiles(program, at: root)
        // What a FUSE driver calls a file that went while somebody had it open is its own to remove.
        let left = files.incoming.map(\.name).filter { !$0.hasPrefix(".fuse_hidden") }
        var problems = left.map { "left in incoming/: \($0)" }
        var named: Set<String> = []
        for json in files.metadata {
            guard let record = DayRecord(json.bytes), let file = record.file else { continue }
            let path = (json.folder as NSString).deletingLastPathComponent + "/" + file
            named.insert(path)
            if files.files[path]?.sha256 != record.sha256 { problems.append("not there, or with other bytes: \(path)") }
            if record.title != program.server.day(record.date)?.title { problems.append("another title: \(path)") }
        }
        problems += files.visible.filter { !named.contains($0.path) }.map { "nobody names \($0.path)" }
        for sums in files.sums {
            let month = (sums.folder as NSString).deletingLastPathComponent
            let lines = Set(String(decoding: sums.bytes, as: UTF8.self).split(separator: "\n").map(String.init))
            let wanted = files.visible.filter { $0.folder == month && $0.suffix != "html" }
            if lines != Set(wanted.map { "\($0.sha256)  \($0.name)" }) { problems.append("wrong: \(sums.path)") }
        }
        if files.picture(of: ServedDays.today) == nil { problems.append("no \(ServedDays.today)") }
        if files.files["Today.json"].flatMap({ DayRecord($0.bytes) })?.date != ServedDays.today {
            problems.append("Today")
        }
        #expect(problems == [], "\(disk.kind) \(when)", sourceLocation: location)
    }

    func expectFavorites(_ days: Set<String>, location: SourceLocation = #_sourceLocation) throws {
        #expect(Set(try Persisted(root: root).favorites.keys) == days, "\(disk.kind)", sourceLocation: location)
    }
}
