import Foundation
import SampleNASA
import TestSupport
import Testing

/// An export removes nothing that the mirror has and only cannot show, and nothing of the owner's.
@Suite(.needsBinary) struct ExportLossTests {
    private let program: Program
    private let folder: String

    init() async throws {
        program = try Program(ServedDays.last(8))
        folder = program.folder + "/out"
        var wide = try #require(program.server.day(ServedDays.ago(1))?.picture)
        (wide.file, wide.width, wide.height) = ("wide.jpg", 2_400, 30)
        program.server.show(.picture(wide), on: ServedDays.ago(1))
        try await succeed("sync", "--create", "--history", "8")
    }

    private func succeed(_ words: String..., location: SourceLocation = #_sourceLocation) async throws {
        let ended = try await program.start(words, adding: ["APOD_MIRROR_SIDECARS": "xmp"]).end()
        #expect(ended.code == 0, "\(ended)", sourceLocation: location)
    }

    private func export(_ words: [String] = []) async throws -> Child.Ended {
        try await program.start(["export", folder] + words).end()
    }

    /// What lies there, by its path, without the export's own notes.
    private func exported() async throws -> [String: String] {
        try await MirrorFiles(program, at: folder).files.filter { !$0.key.hasPrefix(".apod-mirror-export/") }
            .mapValues(\.sha256)
    }

    /// The paths of the oldest pictures that are JPEG, from the root.
    private func pictures() async throws -> [String] {
        try await exported().keys.filter { $0.hasSuffix(".jpg") }.sorted()
    }

    /// What befalls a mirror: a script in its root, where `$picture`, `$month` and so on are paths from there.
    struct Accident: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        /// A path from the root that is told.
        let told: String
        var options: [String] = []

        static let all = [
            Accident("sums that are missing", #"rm "$month/metadata/SHA256SUMS""#, told: "$month/metadata/SHA256SUMS"),
            Accident(
                "sums that are torn", #"truncate -s -9 "$month/metadata/SHA256SUMS""#,
                told: "$month/metadata/SHA256SUMS"),
            Accident(
                "one sum that is missing", #"sed -i "/  $day/d" "$month/metadata/SHA256SUMS""#, told: "$picture"),
            Accident(
                "a year on another disk", #"mv "$year" ../elsewhere && ln -s ../elsewhere "$year""#, told: "$year"),
            Accident("a year that is missing", #"rm -r "$year""#, told: "$year"),
            Accident("a year whose disk is not mounted", #"rm -r "$year" && mkdir "$year""#, told: "$month"),
            Accident(
                "a month that is a link", #"mv "$month" ../elsewhere && ln -s ../../elsewhere "$month""#, told: "$month"
            ),
            Accident("a month of another user", #"chown 4711 "$month""#, told: "$month"),
            Accident("a month without its metadata", #"rm -r "$month/metadata""#, told: "$month/metadata/SHA256SUMS"),
            Accident("a picture that is missing", #"rm "$picture""#, told: "$picture"),
            Accident("a day that is missing", #"rm "$picture" "$json""#, told: "$json"),
            Accident(
                "a JSON that is damaged, with its picture gone", #"rm "$picture"; echo x >"$json""#, told: "$json"),
            Accident(
                "a day that waits again",
                #"rm "$picture"; jq '.mirror.state = "pending" | del(.mirror.picture)' "$json" >x && mv x "$json""#,
                told: "$json"),
            Accident("a JSON that is damaged", #"echo x >"$json""#, told: "$json", options: ["--size", "1920"]),
            Accident("a JSON that is missing", #"rm "$json""#, told: "$json", options: ["--size", "1920"]),
            Accident(
                "sidecars that cannot be read", #"rm "$picture.xmp" && ln -s nowhere "$picture.xmp""#,
                told: "$picture.xmp"),
            Accident("a sidecar that is missing", #"rm "$picture.xmp""#, told: "$picture.xmp"),
            Accident("words that are damaged", #"sed -i s/title/tilte/ "$json""#, told: "$json", options: bag),
            Accident("words that are missing", #"rm "$json""#, told: "$json", options: bag),
            Accident("a record that is damaged", #"echo x >>"$record""#, told: "$record", options: bag),
            Accident("a record that is missing", #"rm "$record""#, told: "$record", options: bag),
            Accident(
                "favorites that are missing", "rm favorites.json", told: "favorites.json", options: ["--favorites"]),
            Accident(
                "favorites that cannot be read", "echo x >favorites.json", told: "favorites.json",
                options: ["--favorites"]),
            Accident(
                "an album of which nothing is known", "rm favorites.json", told: "favorites.json",
                options: ["--album", "Moons"]),
        ]

        private static let bag = ["--format", "bagit"]

        init(_ name: String, _ script: String, told: String, options: [String] = []) {
            (testDescription, self.script, self.told, self.options) = (name, script, told, options)
        }
    }

    @Test(arguments: Accident.all)
    func `what the mirror cannot show stays, is told, and what went goes later`(accident: Accident) async throws {
        try await succeed("export", folder)
        let picture = try await pictures()[1]
        let days = try await pictures().map { String($0.split(separator: "/")[2].prefix(10)) }
        let (day, hidden) = (days[1], days[2])
        try FileManager.default.removeItem(atPath: folder)
        let isOfFavorites = ["--favorites", "--album"].contains(accident.options.first ?? "")
        if isOfFavorites {
            for day in [day, hidden] { try await succeed("favorites", "add", day, "--album", "Moons") }
        }
        try #require(try await export(accident.options).code == 0)
        let before = try await exported()
        if isOfFavorites {
            try await succeed("favorites", "remove", hidden)
        } else {
            try await succeed("hide", hidden)
        }
        _ = try await program.tool("cp", ["--archive", program.root, program.root + " whole"])

        let month = (picture as NSString).deletingLastPathComponent
        let places = [
            "year": String(day.prefix(4)), "month": month, "day": day, "picture": picture,
            "json": "\(month)/metadata/\(day).json", "record": "\(month)/metadata/published/\(day).json",
        ]
        let settings = places.map { "\($0.key)=\($0.value)" }
        let broken = try await program.tool(
            "env", settings + ["bash", "-euc", accident.script], in: program.root)
        try #require(broken.code == 0, "\(broken)")
        let told = places.reduce(accident.told) { $0.replacing("$" + $1.key, with: $1.value) }
        for _ in 1...2 {
            let ended = try await export(accident.options)
            #expect(ended.code == 1 && ended.errors.contains("\(program.root)/\(told)"), "\(ended)")
            #expect(ended.errors.split(separator: "\n").count <= 3, "\(ended)")
            let now = try await exported()
            for (path, sum) in before where path.hasSuffix(".jpg") || !path.contains(hidden) && !path.hasSuffix(".txt")
            {
                #expect(now[path] == sum, "\(path) is gone: \(ended)")
            }
        }

        try FileManager.default.removeItem(atPath: program.root)
        try FileManager.default.moveItem(atPath: program.root + " whole", toPath: program.root)
        let again = try await export(accident.options)
        #expect(again.code == 0 && again.errors.isEmpty, "\(again)")
        let left = try await exported()
        for path in before.keys where path.hasSuffix(".jpg") { #expect((left[path] == nil) == path.contains(hidden)) }
    }

    @Test(.needsCrashLibrary)
    func `what the owner did since an export ended early is left, and told`() async throws {
        try await succeed("export", folder)
        let pictures = try await pictures()
        let calls = try await program.measure(["export", folder + " measured"]).calls
        try FileManager.default.removeItem(atPath: folder)
        // In the middle of the one window, some pictures have their places and some do not.
        var call = calls
        repeat {
            call -= 1
            try? FileManager.default.removeItem(atPath: folder)
            _ = try await program.start(
                ["export", folder], adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": "\(call)"]
            ).end()
        } while try await Set(self.pictures()).isSuperset(of: pictures)
        let there = try await self.pictures()
        let (edited, new) = (try #require(there.first), try #require(pictures.first { !there.contains($0) }))
        for (path, words) in [(edited, "edited"), (new, "a file of my own")] {
            try Data(words.utf8).write(to: URL(filePath: "\(folder)/\(path)"))
        }
        for _ in 1...2 {
            let ended = try await export()
            #expect(ended.code == 1, "\(ended)")
            for (path, words) in [(edited, "edited"), (new, "a file of my own")] {
                #expect(try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) == words)
                #expect(ended.errors.contains("\(folder)/\(path)"), "\(ended)")
            }
        }
        #expect(try await self.pictures() == pictures)
    }

    /// Changes the export's notes by a filter of jq.
    private func note(_ filter: String) async throws {
        let script = #"jq "$1" files.json >new && mv new files.json"#
        let ended = try await program.tool(
            "bash", ["-euc", script, "note", filter], in: folder + "/.apod-mirror-export")
        try #require(ended.code == 0, "\(ended)")
    }

    @Test(.needs(tool: "jq"), arguments: [[], ["--size", "1920"]])
    func `a file that version 1.0.0 noted before it wrote it is the export's only by its bytes`(
        options: [String]
    ) async throws {
        try #require(try await export(options).code == 0)
        let before = try await exported()
        try await note(".files |= map_values(del(.sha256, .bytes))")
        let (small, wide) = (
            try await pictures()[1], try #require(before.keys.first { $0.contains(ServedDays.ago(1)) })
        )
        for path in [small, wide] { try Data("mine".utf8).write(to: URL(filePath: "\(folder)/\(path)")) }
        for _ in 1...2 {
            let ended = try await export(options)
            #expect(ended.code == 1 && ended.errors.contains(small) && ended.errors.contains(wide), "\(ended)")
            for (path, sum) in try await exported() where ![small, wide].contains(path) { #expect(before[path] == sum) }
            #expect(try String(contentsOfFile: "\(folder)/\(wide)", encoding: .utf8) == "mine")
        }
        for path in [small, wide] { try FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
        let again = try await export(options)
        #expect(again.code == 0, "\(again)")
        #expect(try await exported() == before)
    }

    @Test(.needs(tool: "jq")) func `what is about a bag is the owner's once they change it`() async throws {
        func bag() async throws -> Child.Ended { try await export(["--format", "bagit"]) }
        func isWhole() async throws -> Bool {
            try await program.tool(
                "sha256sum", ["--quiet", "--check", "manifest-sha256.txt", "tagmanifest-sha256.txt"], in: folder
            ).code == 0
        }
        try #require(try await bag().code == 0)
        // Version 1.0.0 did not note what is about the bag.
        try await note(#".files |= with_entries(select(.key | startswith("data/")))"#)
        try await succeed("hide", ServedDays.ago(2))
        let first = try await bag()
        #expect(first.code == 0 && first.errors.isEmpty, "\(first)")
        #expect(try await isWhole())
        let info = folder + "/bag-info.txt"
        let text = try String(contentsOfFile: info, encoding: .utf8) + "Source-Organization: mine\n"
        try text.write(toFile: info, atomically: true, encoding: .utf8)
        try await succeed("hide", ServedDays.ago(3))
        for _ in 1...2 {
            let ended = try await bag()
            #expect(ended.code == 1 && ended.errors.contains(info), "\(ended)")
            #expect(try String(contentsOfFile: info, encoding: .utf8) == text)
        }
        try FileManager.default.removeItem(atPath: info)
        #expect(try await bag().code == 0)
        #expect(try await isWhole())
        // What is about a bag goes with it.
        #expect(try await export().code == 0)
        #expect(try await exported().keys.filter { !$0.contains("/") } == [])
    }

    @Test func `what keep let go goes, unless it is missing before its time`() async throws {
        try await succeed("export", folder)
        let kept = ["APOD_MIRROR_KEEP": "5 days", "APOD_MIRROR_HISTORY": "4 days", "APOD_MIRROR_SIDECARS": "xmp"]
        let pruned = try await program.run("prune", adding: kept)
        #expect(pruned.code == 0, "\(pruned)")
        let forever = try await export()
        #expect(forever.code == 1 && forever.errors.contains("\(ServedDays.ago(7)).json is missing"), "\(forever)")
        let ended = try await program.run("export", folder, adding: kept)
        #expect(ended.code == 0, "\(ended)")
        let days = Set(try await exported().keys.map { String($0.split(separator: "/")[2].prefix(10)) })
        #expect(days.isSubset(of: (0...4).map(ServedDays.ago)) && !days.isEmpty)
    }
}
