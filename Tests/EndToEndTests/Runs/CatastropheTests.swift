import Foundation
import SampleNASA
import Testing

/// NASA is gone, a disk lost much, and of two other mirrors one lies and the other is old.
@Suite(.needsBinary, .timeLimit(.minutes(10))) struct CatastropheTests {
    private static let days = 400
    /// As far back as the old mirror ends: it has no day of the newest month of which metadata are lost.
    private static let old = 34

    private let program: Program
    private let liar: String
    private let honest: String
    /// The SHA-256 of each day's picture and record, before anything happened.
    private let before: Held
    /// The days that lay in the year that is lost, the months whose metadata are, and those about which lies are told.
    private let (year, months): (String, [String])
    private var (falsePictures, falseStories): (Set<String>, Set<String>) = ([], [])

    private struct Held: Equatable {
        var pictures: [String: String] = [:]
        var records: [String: String] = [:]

        init(_ program: Program, at place: String? = nil) async throws {
            let files = try await MirrorFiles(program, at: place)
            for file in files.visible where file.suffix != "html" { pictures[file.day] = file.sha256 }
            for file in files.files.values where file.folder.hasSuffix("/metadata/published") && file.suffix == "json" {
                records[file.day] = file.sha256
            }
        }
    }

    init() async throws {
        program = try Program(ServedDays.last(Self.days))
        (liar, honest) = ("\(program.folder)/liar", "\(program.folder)/honest")
        let bare = ["--history", "\(Self.days)", "--thumbnails", "no"]
        for (place, words) in [
            (program.root, []), (liar, []), (honest, ["--until", ServedDays.ago(Self.old)]),
        ] as [(String, [String])] {
            let made = try await program.start(
                ["sync", "--create"] + bare + words, adding: ["APOD_MIRROR_MIRROR": place]
            ).end()
            try #require(made.code == 0, "\(made.errors)")
        }
        for ago in [2, 3, 40, 350] { _ = try await program.run("favorites", "add", ServedDays.ago(ago)) }
        for ago in 5..<8 { program.server.repaint(ServedDays.ago(ago), file: "Corrected\(ago).jpg") }
        for place in [program.root, liar] {
            let again = try await program.start(["sync"], adding: ["APOD_MIRROR_MIRROR": place]).end()
            try #require(again.code == 0, "\(again.errors)")
        }
        before = try await Held(program)
        try #require(before.records.count == Self.days)
        year = String(ServedDays.ago(Self.days - 1).prefix(4))
        // Favorites lie in the first, also where a month has just begun.
        months = [3, 100].map { String(ServedDays.ago($0).prefix(7)) }
        program.server.setFault(.resets, for: .everything)
        try lie()
        try loseAndRot()
    }

    private func folder(_ place: String, _ day: String) -> String { "\(place)/\(day.prefix(4))/\(day.prefix(7))" }

    private func contents(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Ten pictures and ten stories are others, and the sums fit.
    private mutating func lie() throws {
        let candidates = before.pictures.keys.sorted().filter { !$0.hasPrefix(months[0]) }
        let chosen = stride(from: 0, to: candidates.count, by: candidates.count / 20).map { candidates[$0] }.prefix(20)
        for (number, day) in chosen.enumerated() {
            let month = folder(liar, day)
            if number.isMultiple(of: 2) {
                let name = try #require(contents(month).first { $0.hasPrefix(day) })
                try FalseFile.put(
                    "\(month)/\(name)", with: Array(program.server.picture(for: ServedDays.ago(1))),
                    "\(month)/metadata/SHA256SUMS")
                falsePictures.insert(day)
            } else {
                let path = "\(month)/metadata/published/\(day).json"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try FalseFile.put(
                    path, with: Array(text.replacing("the", with: "no").utf8), "\(month)/metadata/published/SHA256SUMS")
                falseStories.insert(day)
            }
        }
        try #require(falsePictures.count == 10 && falseStories.count == 10)
    }

    private func loseAndRot() throws {
        let root = program.root
        try FileManager.default.removeItem(atPath: "\(root)/\(year)")
        for month in months { try FileManager.default.removeItem(atPath: "\(folder(root, month))/metadata") }
        let left = before.pictures.keys.sorted().filter { day in
            !day.hasPrefix(year) && !months.contains { day.hasPrefix($0) }
        }
        for day in stride(from: 0, to: left.count, by: left.count / 20).map({ left[$0] }).prefix(20) {
            let name = try #require(contents(folder(root, day)).first { $0.hasPrefix(day) })
            try flip("\(folder(root, day))/\(name)")
        }
        for day in stride(from: 5, to: left.count, by: left.count / 10).map({ left[$0] }).prefix(10) {
            try Data("{ torn".utf8).write(to: URL(filePath: "\(folder(root, day))/metadata/\(day).json"))
        }
        try flip("\(folder(root, left[left.count / 2]))/metadata/SHA256SUMS")
    }

    private func flip(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 0x41
        try bytes.write(to: URL(filePath: path))
    }

    /// The days that no two honest witnesses prove: lies about what is lost here, and words of the newest month, whose
    /// metadata only the liar has, except those of favorites.
    private var unproved: Set<String> {
        let lost = falsePictures.union(falseStories).filter { $0.hasPrefix(year) }
        let newest = before.records.keys.filter { day in
            day.hasPrefix(months[0]) && ![2, 3, 40, 350].contains { ServedDays.ago($0) == day }
        }
        let middle = falseStories.filter { $0.hasPrefix(months[1]) }
        return lost.union(newest).union(middle)
    }

    @Test func `what any honest witness proves is back, no lie is in, and what is not proved is told`() async throws {
        let served = try await ServedMirror(program, root: liar)
        let ended = try await program.run("verify", "--repair", "--from", served.origin, "--from", honest)
        // NASA might have had the rest.
        #expect(ended.code == 69, "\(ended)")
        let after = try await Held(program)
        var told: Set<String> = []
        for line in ended.output.split(separator: "\n") {
            if let match = line.prefixMatch(of: #/(\d{4}-\d\d-\d\d): /#) { told.insert(String(match.1)) }
        }
        #expect(told == unproved)
        for (day, sum) in before.pictures {
            let now = after.pictures[day]
            #expect(now == sum || (now == nil && unproved.contains(day)), "\(day)")
        }
        for (day, sum) in before.records {
            let now = after.records[day]
            #expect(now == sum || (now == nil && unproved.contains(day)), "\(day)")
        }
        // What is here is well by itself.
        let again = try await program.run("verify")
        for line in again.output.split(separator: "\n").dropLast() {
            #expect(unproved.contains { line.contains($0) }, "\(line)")
        }
        // Nothing more is done a second time, and nothing is asked of NASA that is not there.
        let second = try await program.run("verify", "--repair", "--offline", "--from", served.origin, "--from", honest)
        #expect(second.code == 1)
        #expect(try await Held(program) == after)
        try await expectRebirth()
    }

    /// A new mirror of a flat folder with the pictures and records that are left holds the same.
    private func expectRebirth() async throws {
        let (flat, reborn) = ("\(program.folder)/flat", "\(program.folder)/reborn")
        try FileManager.default.createDirectory(atPath: flat, withIntermediateDirectories: true)
        let files = try await MirrorFiles(program)
        let records = files.files.values.filter { $0.folder.hasSuffix("/metadata/published") && $0.suffix == "json" }
        for file in files.visible.filter({ $0.suffix != "html" }) + records {
            try FileManager.default.copyItem(atPath: "\(program.root)/\(file.path)", toPath: "\(flat)/\(file.name)")
        }
        let bare = ["--history", "\(Self.days)", "--thumbnails", "no"]
        for words in [["sync", "--create"], ["import", flat, "--unchecked"]] {
            _ = try await program.start(words + bare, adding: ["APOD_MIRROR_MIRROR": reborn]).end()
        }
        var (before, after) = (try await Held(program), try await Held(program, at: reborn))
        // Words that nobody proved are told nowhere.
        before.pictures = before.pictures.filter { before.records[$0.key] != nil }
        #expect(before == after)
        let month = String(ServedDays.ago(60).prefix(7))
        let sums = (
            try await program.run("sum", month),
            try await program.start(["sum", month], adding: ["APOD_MIRROR_MIRROR": reborn]).end()
        )
        #expect(sums.0.code == 0 && sums.0.output == sums.1.output, "\(sums)")
    }
}
