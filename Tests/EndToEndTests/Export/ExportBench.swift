import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// A folder that exports of several kinds go to, of which most are killed, and in which its owner is at work meanwhile.
final class ExportBench {
    /// What is exported, and from where.
    struct Variant {
        let arguments: [String]
        let root: String
        /// All that lies in the folder then.
        let files: [String: Data]
        /// The calls that a whole export makes.
        let calls: Int
    }

    let program: Program
    private let folder: String
    private let disk: FormattedDisk?
    private(set) var variants: [Variant] = []
    /// The owner's files, by their paths in the folder.
    private(set) var owned: [String: Data] = [:]
    private var count = 0

    /// - Parameters:
    ///   - forms: options of the exports, one form or several.
    ///   - kind: the disk that the folder lies on; `nil` for that of temporary folders.
    init(_ forms: [[String]], on kind: FormattedDisk.Kind? = nil) async throws {
        program = try Program(ServedDays.last(9))
        disk = try kind.map { try FormattedDisk($0) }
        folder = (disk?.path ?? program.folder) + "/out"
        var roots: [String] = []
        for name in ["former", "newer"] {
            for ago in [1, 3, 5] {
                var wide = try #require(program.server.day(ServedDays.ago(ago))?.picture)
                (wide.file, wide.width, wide.height) = ("\(name)_\(ago).jpg", 2_400, 30 + ago)
                program.server.show(.picture(wide), on: ServedDays.ago(ago))
            }
            if name == "newer" {
                program.server.repaint(ServedDays.ago(2))
                var day = try #require(program.server.day(ServedDays.ago(4)))
                day.title = "Another Title"
                program.server.update(day)
            }
            roots.append(program.folder + "/" + name)
            let made = try await program.run(
                "sync", "--create", "--history", "9", "--quiet", "--thumbnails", "no",
                adding: ["APOD_MIRROR_MIRROR": roots[roots.count - 1], "APOD_MIRROR_SIDECARS": "xmp"])
            try #require(made.code == 0, "\(made.errors)")
        }
        let days = [[], (1...4).map(ServedDays.ago), (3...7).map(ServedDays.ago)]
        for (number, root) in roots.enumerated() {
            for form in forms {
                for days in days {
                    let place = program.folder + "/whole \(variants.count)"
                    let (words, count) = (form + days, program.folder + "/count")
                    let ended = try await start(
                        ["export", place] + words, of: root,
                        ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_COUNT": count]
                    ).end()
                    try #require(ended.code == 0, "\(number): \(ended)")
                    let calls = try String(contentsOfFile: count, encoding: .utf8).split(separator: " ").first
                    variants.append(
                        Variant(
                            arguments: words, root: root, files: Self.files(in: place),
                            calls: try #require(calls.flatMap { Int($0) })))
                }
            }
        }
    }

    private func start(_ words: [String], of root: String, _ variables: [String: String] = [:]) throws -> Child {
        try program.start(words, adding: variables.merging(["APOD_MIRROR_MIRROR": root]) { $1 })
    }

    private static func files(in place: String, below prefix: String = "") -> [String: Data] {
        let paths = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { prefix.isEmpty != $0.hasPrefix(".apod-mirror-export") && $0.hasPrefix(prefix) }
            .compactMap { path in FileManager.default.contents(atPath: "\(place)/\(path)").map { (path, $0) } }
        return Dictionary(uniqueKeysWithValues: files)
    }

    private var files: [String: Data] { Self.files(in: folder) }
    private var aside: [String: Data] { Self.files(in: folder, below: ".apod-mirror-export/aside/") }

    // MARK: The owner

    private func newBytes() -> Data {
        count += 1
        return Data("of the owner's, number \(count)".utf8)
    }

    /// Edits exported files, puts files of their own where exported ones are to come and elsewhere, and takes some away.
    func act(_ random: inout Dice) throws {
        let planned = variants.flatMap(\.files.keys)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard var path = planned.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: path = (path as NSString).deletingLastPathComponent + "/mine \(count).txt"
            case 1:
                if let path = owned.keys.sorted().randomElement(using: &random) {
                    try? FileManager.default.removeItem(atPath: "\(folder)/\(path)")
                    owned[path] = nil
                }
                continue
            case 2:
                // In its place, at its end.
                guard let file = FileHandle(forWritingAtPath: "\(folder)/\(path)") else { continue }
                try file.seekToEnd()
                try file.write(contentsOf: newBytes())
                try file.close()
                owned[path] = FileManager.default.contents(atPath: "\(folder)/\(path)")
                continue
            default: break
            }
            let whole = URL(filePath: "\(folder)/\(path)")
            try FileManager.default.createDirectory(
                at: whole.deletingLastPathComponent(), withIntermediateDirectories: true)
            let bytes = newBytes()
            try bytes.write(to: whole)
            owned[path] = bytes
        }
    }

    /// The driver of exFAT for FUSE takes a name that came to be taken since it was looked at.
    var canBeBusy: Bool { disk?.kind != .exfat }

    /// Saves a file as editors do, at a path at which an export is at work.
    private func save(_ random: inout Dice) throws {
        guard let path = variants.flatMap(\.files.keys).randomElement(using: &random) else { return }
        let (bytes, temporary) = (newBytes(), (folder as NSString).deletingLastPathComponent + "/saved")
        try bytes.write(to: URL(filePath: temporary))
        if rename(temporary, "\(folder)/\(path)") == 0 { owned[path] = bytes }
    }

    /// Takes all of their own away.
    func leave() throws {
        for path in owned.keys { try? FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
        for path in aside.keys { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
        owned = [:]
    }

    // MARK: Exports

    /// Kills an export before one of its calls, if it has so many; returns whether it was killed.
    ///
    /// - Parameter isBusy: whether the owner saves files meanwhile.
    func kill(_ variant: Variant, isBusy: Bool, _ random: inout Dice) async throws -> Bool {
        let call = Int.random(in: 1...variant.calls, using: &random)
        let child = try start(
            ["export", folder] + variant.arguments, of: variant.root,
            ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": "\(call)"])
        while isBusy, !child.hasEnded {
            try save(&random)
            try await Task.sleep(for: .milliseconds(1))
        }
        let ended = await child.end()
        guard ended.wasKilled || [0, 1].contains(ended.code) else { throw HarnessError("it ended so: \(ended)") }
        return ended.wasKilled
    }

    /// What is wrong with the owner's files.
    var problems: [String] {
        let aside = aside.values
        return owned.sorted { $0.key < $1.key }.compactMap { path, bytes in
            let found = FileManager.default.contents(atPath: "\(folder)/\(path)")
            if found == bytes || aside.contains(bytes) { return nil }
            return "\(path) of the owner's is \(found == nil ? "gone" : "another")"
        }
    }

    /// What is wrong after a whole export.
    func problemsAfterExport(_ variant: Variant) async throws -> [String] {
        let ended = try await start(["export", folder] + variant.arguments, of: variant.root).end()
        let (files, isAlone) = (files, owned.isEmpty)
        var problems = problems
        if isAlone ? ended.code != 0 || !ended.errors.isEmpty : ![0, 1].contains(ended.code) {
            problems.append("\(ended)")
        }
        for path in Set(files.keys).union(variant.files.keys).sorted() where owned[path] == nil {
            // The sums in a bag are of what is there.
            if !isAlone, !path.contains("/"), variant.files["bagit.txt"] != nil { continue }
            // Where the owner's is in the way of a day's new name, its former one stays.
            let day = (path as NSString).lastPathComponent.prefix(10)
            if variant.files[path] == nil,
                owned.keys.contains(where: { $0.contains("/\(day)") && variant.files[$0] != nil })
            {
                continue
            }
            if files[path] != variant.files[path] {
                let what = files[path] == nil ? "missing" : variant.files[path] == nil ? "left" : "another"
                problems.append("\(path) is \(what) after \(variant.arguments): \(ended)")
            }
        }
        return problems
    }
}
