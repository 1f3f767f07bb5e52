import Foundation
import SampleNASA
import TestSupport
import Testing

/// The words beside each picture, as a photo manager reads them.
@Suite(.needsBinary, .needs(tool: "exiftool")) struct SidecarTests {
    private let program: Program

    init() throws {
        program = try Program(ServedDays.last(40))
    }

    private func sync(_ words: String..., days: Int = 40, through starter: [String] = []) async throws {
        let ended = try await program.start(
            ["sync", "--quiet", "--thumbnails", "no", "--history", "\(days)"] + words, through: starter
        ).end()
        guard ended.code == 0, ended.errors.isEmpty else { throw HarnessError("sync: \(ended.errors)") }
    }

    /// By their paths, those that are there.
    private func sidecars() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: program.root).filter { $0.hasSuffix(".xmp") })
    }

    private func picture(_ ago: Int) async throws -> String {
        try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(ago))).path
    }

    private func read(_ path: String) async throws -> [String: Any] {
        let ended = try await program.tool("exiftool", ["-json", "\(program.root)/\(path)"])
        let records = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]]
        let record = try #require(records?.first)
        #expect(record["Warning"] == nil && record["Error"] == nil, "\(record)")
        return record
    }

    /// Nothing where there is none.
    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: "\(program.root)/\(path)", encoding: .utf8)) ?? ""
    }

    @Test func `every picture's words stand beside it, and its albums`() async throws {
        try await sync("--create", "--sidecars", "xmp")
        let files = try await MirrorFiles(program)
        for ago in 0..<40 {
            let day = ServedDays.ago(ago)
            guard let picture = files.picture(of: day), picture.suffix != "html" else { continue }
            let json = try #require(files.metadata.first { $0.day == day })
            let metadata = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any])
            let mirror = try #require(metadata["mirror"] as? [String: Any])
            let words = try await read(picture.path + ".xmp")
            #expect(words["Title"] as? String == metadata["title"] as? String)
            #expect(words["Description"] as? String == metadata["explanation"] as? String)
            #expect(words["Creator"] as? String == mirror["credit"] as? String)
            #expect(words["Rights"] as? String == metadata["copyright"] as? String)
            #expect((words["DateTimeOriginal"] as? String)?.hasPrefix(day.replacing("-", with: ":")) == true)
        }
        let favorite = try await picture(3)
        let add = try await program.run("favorites", "add", "--album", "Nebulae & <Dust>", ServedDays.ago(3))
        #expect(add.code == 0, "\(add.errors)")
        try await sync("--sidecars", "xmp")
        /// Of a single one, exiftool makes no list.
        func subjects(_ words: [String: Any]) -> [String] {
            words["Subject"] as? [String] ?? [words["Subject"] as? String ?? ""]
        }
        #expect(subjects(try await read(favorite + ".xmp")).contains("Nebulae & <Dust>"))
        #expect(try await program.run("favorites", "add", ServedDays.ago(5)).code == 0)
        try await sync("--sidecars", "xmp")
        let words = try await read(try await picture(5) + ".xmp")
        #expect(words["Rating"] as? Int == 5)
        #expect(subjects(words).contains("Favorites"))
    }

    @Test func `what somebody changed is never touched again, and the others go with their pictures`() async throws {
        try await sync("--create", "--sidecars", "xmp")
        let (mine, theirs) = (try await picture(1) + ".xmp", try await picture(2) + ".xmp")
        let handle = try FileHandle(forWritingTo: URL(filePath: "\(program.root)/\(mine)"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("<!-- mine -->\n".utf8))
        try handle.close()
        let before = text(mine)
        for ago in 1...2 { #expect(try await program.run("hide", ServedDays.ago(ago)).code == 0) }
        try await sync("--sidecars", "xmp")
        #expect(try sidecars().contains(mine) && !sidecars().contains(theirs))
        #expect(text(mine) == before)
        // Nobody wants them any more.
        try await sync()
        #expect(try sidecars() == [mine])
    }

    @Test(.needs(tool: "strace")) func `what somebody saves while they are written anew is theirs`() async throws {
        // Time for somebody between its look at a file and what it does with it.
        let slowly = [
            "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2,unlinkat",
            "-e", "inject=renameat2,unlinkat:delay_enter=15000",
        ]
        try await sync("--create", "--sidecars", "xmp")
        var random = Dice()
        print("seed \(random.seed) (APOD_TESTS_SEED repeats it)")
        let saved = program.folder + "/saved.xmp"
        for round in 1...(Abilities.isLong ? 20 : 2) {
            // A link for each picture changes what each of them says.
            let album = "\(program.root)/favorites/Round \(round)"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            let words = try sidecars()
            for path in words {
                let picture = String(path.dropLast(".xmp".count))
                try FileManager.default.createSymbolicLink(
                    atPath: album + "/" + (picture as NSString).lastPathComponent,
                    withDestinationPath: "\(program.root)/\(picture)")
            }
            async let written: Void = sync("--sidecars", "xmp", through: slowly)
            // Every second one, while it is looked at.
            let months = Dictionary(grouping: words) { ($0 as NSString).deletingLastPathComponent }
            let inOrder = try #require(months.values.max { $0.count < $1.count }).sorted()
            var mine = [String]()
            for (before, path) in zip(inOrder, inOrder.dropFirst()) where mine.last != before {
                try await eventually("\(before) written anew") { text(before).contains("Round \(round)") }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &random)))
                try Data("mine".utf8).write(to: URL(filePath: saved))
                #expect(rename(saved, "\(program.root)/\(path)") == 0)
                mine.append(path)
            }
            try await written
            try await sync("--sidecars", "xmp")
            #expect(try sidecars() == words)
            for path in words {
                #expect(text(path) == "mine" || !mine.contains(path), "\(path)")
            }
            for path in mine { try FileManager.default.removeItem(atPath: "\(program.root)/\(path)") }
            // They come again, as the program's own.
            try await sync()
            try await sync("--sidecars", "xmp")
            #expect(try sidecars() == words)
        }
        let incoming = "\(program.root)/.apod-mirror/incoming"
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).isEmpty)
    }

    @Test func `what else lies under such a name keeps the others from nothing`() async throws {
        try await sync("--create")
        let odd = try await picture(20) + ".xmp"
        let mine = program.folder + "/mine.xmp"
        try Data("mine".utf8).write(to: URL(filePath: mine))
        try FileManager.default.createSymbolicLink(atPath: "\(program.root)/\(odd)", withDestinationPath: mine)
        try await sync("--sidecars", "xmp")
        #expect(try sidecars().count >= 35)
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(program.root)/\(odd)")
        #expect(try target == mine && String(contentsOfFile: mine, encoding: .utf8) == "mine")
        // All is written, so the next has nothing to do with them.
        let mark = "\(program.root)/.apod-mirror/sidecars"
        #expect(FileManager.default.fileExists(atPath: mark))
    }

    @Test func `who wants them later gets them, also without a gallery`() async throws {
        try await sync("--create", "--gallery", "no")
        #expect(try sidecars().isEmpty)
        try await sync("--sidecars", "xmp", "--gallery", "no")
        let all = try sidecars()
        #expect(all.count >= 35)
        #expect(!FileManager.default.fileExists(atPath: program.root + "/index.html"))
    }

    @Test func `a month that goes takes them along`() async throws {
        try await sync("--create", "--sidecars", "xmp")
        let before = try sidecars()
        try await sync("--keep", "1", "--sidecars", "xmp", days: 1)
        let after = try sidecars()
        #expect(after.count < before.count && after.count <= 2, "\(after)")
    }
}
