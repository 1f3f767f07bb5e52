import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// Both records of favorites and `favorites/` itself are lost, in every combination, or replaced by those of a year ago: the
/// vault has all of them a month later, and gives back what nobody knows any more.
@Suite(.needsBinary, .needsPassingDays, .timeLimit(.minutes(15))) struct VaultOutlivesTests {
    private static let settings = ["APOD_MIRROR_THUMBNAILS": "false", "APOD_MIRROR_GALLERY": "false"]
    private static let (record, copy, folder) = ("favorites.json", ".apod-mirror/favorites.json", "favorites")
    private static let days = (0..<40).map(ServedDays.ago)

    enum Accident: CaseIterable, CustomTestStringConvertible {
        case record, copy, folder, records, recordAndFolder, copyAndFolder, all, yearOldBackup

        var testDescription: String { "\(self)" }

        fileprivate var lost: [String] {
            switch self {
            case .record: [VaultOutlivesTests.record]
            case .copy: [VaultOutlivesTests.copy]
            case .folder: [VaultOutlivesTests.folder]
            case .records: [VaultOutlivesTests.record, VaultOutlivesTests.copy]
            case .recordAndFolder: [VaultOutlivesTests.record, VaultOutlivesTests.folder]
            case .copyAndFolder: [VaultOutlivesTests.copy, VaultOutlivesTests.folder]
            case .all, .yearOldBackup: [VaultOutlivesTests.record, VaultOutlivesTests.copy, VaultOutlivesTests.folder]
            }
        }

        /// Whether nothing is left that tells of the favorites.
        fileprivate var isForgotten: Bool { lost.count == 3 }
    }

    @Test(arguments: Accident.allCases)
    func `forty favorites outlive a month`(accident: Accident) async throws {
        let program = try Program(ServedDays.last(40))
        let names = try await makeFavorites(program)
        let before = try vault(program)
        #expect(before.keys.count { $0.hasSuffix(".jpg") } >= 20 && before.count >= 80, "\(before.keys.sorted())")
        for path in accident.lost { try FileManager.default.removeItem(atPath: "\(program.root)/\(path)") }
        if accident == .yearOldBackup { try restoreBackup(program, names) }

        let time = try PassingDays(program)
        let daemon = try await RunningDaemon(program, adding: Self.settings.merging(time.environment) { $1 })
        for day in stride(from: 1, through: 31, by: Abilities.isLong ? 1 : 6) {
            try await time.pass(midnightBefore: day)
            try expect(before, in: program, after: day)
        }
        let record = try FavoritesFile(root: program.root)
        if accident.isForgotten {
            #expect(record.favorites.isEmpty)
            try await giveBack(program, names)
        } else {
            #expect(record.favorites.keys.sorted() == Self.days.sorted())
            for (day, name) in names { #expect(program.favorite(name) != nil, "\(day)") }
        }
        #expect(await daemon.end().code == 0)
    }

    /// A removal is no accident: thirty days later its pictures are gone.
    @Test func `what was removed goes after thirty days, and nothing else`() async throws {
        let program = try Program(ServedDays.last(40))
        let names = try await makeFavorites(program)
        let before = try vault(program)
        let gone = Self.days[7]
        let time = try PassingDays(program)
        let daemon = try await RunningDaemon(program, adding: Self.settings.merging(time.environment) { $1 })
        #expect(try await program.run("favorites", "remove", gone, adding: time.environment).code == 0)
        #expect(program.favorite(names[gone] ?? "") == nil)
        for day in [1, 29] {
            try await time.pass(midnightBefore: day)
            try expect(before, in: program, after: day)
        }
        for day in [31, 32] { try await time.pass(midnightBefore: day) }
        try expect(before.filter { !$0.key.hasPrefix(gone) }, in: program, after: 32)
        #expect(await daemon.end().code == 0)
    }

    /// A mirror of which forty days have been favorites for some time; the names of their links, by day.
    private func makeFavorites(_ program: Program) async throws -> [String: String] {
        func run(_ words: String...) async throws {
            let ended = try await program.start(words, adding: Self.settings).end()
            guard ended.code == 0 else { throw HarnessError("\(words): \(ended.output)\(ended.errors)") }
        }
        try await run("sync", "--create", "--quiet", "--history", "40")
        var names: [String: String] = [:]
        let files = try await MirrorFiles(program)
        for day in Self.days {
            let picture = try #require(files.picture(of: day))
            names[day] = picture.name
            #expect(symlink("../\(picture.path)", "\(program.root)/favorites/\(picture.name)") == 0)
        }
        try await run("sync", "--quiet")
        #expect(try FavoritesFile(root: program.root).favorites.count == 40)
        return names
    }

    /// What a year-old backup brings: a record of other favorites, and half of today's as removed long before.
    private func restoreBackup(_ program: Program, _ names: [String: String]) throws {
        let (added, removed) = ("2020-01-01T00:00:00Z", "2020-02-01T00:00:00Z")
        let entries = Self.days.prefix(20).map { day in
            ["date": day, "added": added, "removed": removed, "links": [names[day] ?? ""]] as [String: Any]
        }
        let json = ["version": 1, "favorites": [Any](), "removed": entries] as [String: Any]
        try JSONSerialization.data(withJSONObject: json)
            .write(to: URL(filePath: "\(program.root)/\(Self.record)"))
        try FileManager.default.createDirectory(
            atPath: "\(program.root)/\(Self.folder)", withIntermediateDirectories: false)
    }

    /// `status` names what the vault alone knows, and its advice brings it back.
    private func giveBack(_ program: Program, _ names: [String: String]) async throws {
        var told = Set<String>()
        for _ in 0..<3 {
            let status = try await program.run("status", adding: Self.settings)
            let advice = try #require(
                status.output.firstMatch(of: #/apod-mirror favorites restore (\d{4}-\d\d-\d\d)/#), "\(status.output)")
            let day = String(advice.1)
            #expect(told.insert(day).inserted)
            let restored = try await program.run("favorites", "restore", day, adding: Self.settings)
            #expect(restored.code == 0, "\(restored.output)\(restored.errors)")
            let name = try #require(names[day])
            try await eventually("the link of \(day)", within: .seconds(20)) {
                program.favorite(name) == "../\(day.prefix(4))/\(day.prefix(7))/\(name)"
            }
        }
        let listed = try await program.run("favorites", adding: Self.settings)
        #expect(listed.code == 0 && listed.output.contains("3 favorites, all well."), "\(listed.output)")
    }

    private func expect(
        _ wanted: [String: Data], in program: Program, after days: Int, location: SourceLocation = #_sourceLocation
    ) throws {
        let found = try vault(program)
        let others = Set(wanted.keys).symmetricDifference(found.keys).sorted()
        #expect(
            found == wanted, "after \(days) days: \(others.count) names, such as \(others.prefix(3))",
            sourceLocation: location)
    }

    /// What lies in the vault, by its name: the bytes, but those of the days' JSON, which is written anew with each look at NASA.
    private func vault(_ program: Program) throws -> [String: Data] {
        let folder = program.root + "/.apod-mirror/vault"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
            let isJSON = name.hasSuffix(".json")
            files[name] = isJSON ? Data() : try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
    }
}
