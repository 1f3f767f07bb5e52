import Foundation
import SampleNASA
import Testing

/// The tree by itself, read with nothing but what every system has.
@Suite(.needsBinary) struct TreeTests {
    /// Sixty days hold every kind of day once; some of them are spoiled on top.
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(60))
        program.server.setFault(.hostileText, for: .day(ServedDays.ago(12)))
        program.server.setFault(.overlong, for: .day(ServedDays.ago(13)))
        program.server.setFault(.bidiControls, for: .day(ServedDays.ago(14)))
        for (ago, title) in Self.titles.enumerated() {
            guard var day = program.server.day(ServedDays.ago(20 + ago)) else { continue }
            day.title = title
            program.server.update(day)
        }
        #expect(try await program.run("sync", "--create", "--history", "60").code == 1)
        return program
    }

    private static let titles = [
        "CON", "nul.jpg", "...", "aux: the first", "a\\b/c:d*e?f\"g<h>i|j", " - dots. . .", "Tab\tand\u{7F}more\u{1}",
        "\u{65}\u{301}cole", String(repeating: "é", count: 200), "COM1", "\u{202E}gnp.exe", "😀👨‍👩‍👧 family",
    ]

    @Test func `every name is valid on Windows and over SMB`() async throws {
        let files = try await MirrorFiles(try await mirror())
        #expect(files.visible.count >= 58)
        #expect(files.files.keys.compactMap(NameRules.flaw) == [])
        // Windows tells no cases apart.
        let names = files.files.keys.map { $0.lowercased().precomposedStringWithCanonicalMapping }
        #expect(Set(names).count == names.count)
    }

    @Test(.needs(tool: "jq")) func `jq reads every JSON`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program).files.keys.filter { $0.hasSuffix(".json") }
        #expect(files.count > 60)
        let ended = try await program.tool("jq", ["-e", "type == \"object\"", "--"] + files, in: program.root)
        #expect(ended.code == 0)
        #expect(ended.errors == "")
        #expect(ended.output.split(separator: "\n").allSatisfy { $0 == "true" })
    }

    @Test func `sha256sum agrees in every month`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        #expect(files.months.count >= 2)
        var checked = 0
        for month in files.months {
            let ended = try await program.tool(
                "sha256sum", ["--check", "--strict", "metadata/SHA256SUMS"], in: program.root + "/" + month)
            #expect(ended.code == 0)
            checked += ended.output.split(separator: "\n").count
        }
        #expect(checked == files.visible.count { $0.suffix != "html" })
    }

    @Test func `every picture is NASA's, byte for byte, dated noon of its day and readable for all`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        let published = Published(program.server)
        for picture in files.visible {
            let facts = try FileManager.default.attributesOfItem(atPath: program.root + "/" + picture.path)
            #expect(facts[.posixPermissions] as? Int == 0o644)
            #expect((facts[.modificationDate] as? Date)?.ISO8601Format() == "\(picture.day)T12:00:00Z")
            if picture.suffix == "html" { continue }
            #expect(published.allows(picture.bytes, on: picture.day))
        }
        for kind in ["jpg", "png", "gif", "mp4", "html"] { #expect(files.visible.contains { $0.suffix == kind }) }
    }

    @Test func `half a character costs no day: the replacement character stands in its place`() async throws {
        let program = try Program(ServedDays.last(4))
        let day = ServedDays.ago(2)
        let served = try #require(program.server.day(day))
        program.server.setFault(.halfCharacters, for: .day(day))
        #expect(try await program.run("sync", "--create", "--history", "4").code == 0)
        let ended = try await program.run("show", day)
        #expect(ended.code == 0 && ended.errors == "", "\(ended)")
        #expect(ended.output.contains("\(served.title)\u{FFFD}\n"), "\(ended.output)")
        #expect(ended.output.contains("\u{FFFD} \u{FFFD}A "), "\(ended.output)")
        #expect(try await MirrorFiles(program).picture(of: day) != nil)
        // Nothing of it is in doubt.
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("verify").code == 0)
    }

    @Test func `Today is the newest JPEG, with its story`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        let story = try #require(files.files["Today.json"].flatMap { DayRecord($0.bytes) })
        let newest = files.visible.filter { $0.suffix == "jpg" }.map(\.day).max()
        #expect(story.date == newest)
        #expect(files.files["Today.jpg"]?.bytes == files.picture(of: story.date)?.bytes)
    }
}
