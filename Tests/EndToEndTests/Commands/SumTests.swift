import Foundation
import SampleNASA
import TestSupport
import Testing

@Suite(.needsBinary) struct SumTests {
    private static let days = 10

    private func mirror(_ words: String...) async throws -> Program {
        let program = try Program(ServedDays.last(Self.days))
        let made = try await program.start(["sync", "--create", "--history", "\(Self.days)"] + words).end()
        #expect(made.code == 0, "\(made.errors)")
        return program
    }

    private func sum(_ program: Program, _ words: String..., of root: String? = nil) async throws -> String {
        let place = root.map { ["APOD_MIRROR_MIRROR": $0] } ?? [:]
        let ended = try await program.start(["sum"] + words, adding: place).end()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended)")
        return ended.output
    }

    @Test func `sed, sort and sha256sum print the same, as the documentation says`() async throws {
        let program = try await mirror()
        let recipe = try #require(
            try Document("docs/how-it-works.md").blocks.first { $0.lines[0].hasPrefix("cat [0-9]") })
        let ended = try await program.tool("sh", ["-c", recipe.lines.joined(separator: "\n")], in: program.root)
        #expect(ended.code == 0 && ended.errors.isEmpty)
        #expect(ended.output == (try await sum(program)).replacing("\n", with: "  -\n"))
    }

    @Test func `mirrors that were filled otherwise have the same`() async throws {
        let program = try await mirror()
        let other = program.folder + "/other"
        let bare = ["--thumbnails", "no", "--gallery", "no"]
        for words in [
            ["sync", "--create", "--until", ServedDays.ago(5), "--history", "\(Self.days)"], ["sync"],
            ["favorites", "add", ServedDays.ago(2)],
        ] {
            let ended = try await program.start(words + bare, adding: ["APOD_MIRROR_MIRROR": other]).end()
            #expect(ended.code == 0, "\(ended.errors)")
        }
        #expect(try await sum(program) == sum(program, of: other))
        #expect(try await sum(program, "--list") == sum(program, "--list", of: other))
    }

    @Test func `one letter and one byte change it, and what was noted tells where`() async throws {
        let program = try await mirror()
        let before = try await sum(program)
        #expect(try await program.run("sum", "--since-last").code == 1)
        let noted = try await program.run("sum", "--note")
        #expect(noted.code == 0 && noted.output == before)
        let kept = try await program.tool("sha256sum", [".apod-mirror/noted-sums"], in: program.root)
        #expect(kept.output.hasPrefix(before.dropLast()))
        let same = try await program.run("sum", "--since-last")
        #expect(same.code == 0 && same.output.contains(": no change.\n") && same.output.contains(before.dropLast()))

        program.server.repaint(ServedDays.ago(1), file: "Corrected.jpg")
        var corrected = try #require(program.server.day(ServedDays.ago(4)))
        corrected.explanation += "!"
        program.server.update(corrected)
        #expect(try await program.run("sync").code == 0)
        #expect(try await sum(program) != before)
        let told = try await program.run("sum", "--since-last")
        #expect(told.code == 1)
        let lines = told.output.split(separator: "\n")
        #expect(
            lines.prefix(2) == ["\(ServedDays.ago(4))  changed", "\(ServedDays.ago(1))  changed"], "\(told.output)")
        #expect(try await program.run("status").output.contains("; since then 2 days changed\n"))
    }

    @Test func `serve has the list of years, months and days`() async throws {
        let served = try await ServedMirror.fresh(Self.days)
        let month = String(ServedDays.ago(1).prefix(7))
        for (target, words) in [
            ("/sums", []), ("/sums/\(month.prefix(4))", ["\(month.prefix(4))"]), ("/sums/\(month)", [month]),
        ] {
            let answer = try await served.get(target)
            let whole = try await served.program.start(["sum"] + words).end().output.dropLast()
            let list = try await served.program.start(["sum"] + words + ["--list"]).end().output
            #expect(answer.status == 200)
            #expect(String(decoding: answer.body, as: UTF8.self) == "\(whole)  \(words.first ?? "all")\n\(list)")
        }
        for target in ["/sums/", "/sums/all", "/sums/2026-11-20", "/sums/26"] {
            #expect(try await served.get(target).status == 404, "\(target)")
        }
    }

    @Test func `what cannot be summed is told`() async throws {
        let program = try await mirror()
        for words in [["1990"], ["2999"], ["26"], ["2026-13"], ["--list", "--note"], ["2026", "--note"]] {
            #expect(try await program.start(["sum"] + words).end().code == 64, "\(words)")
        }
        let empty = try await program.run("sum", "1996")
        #expect(empty.code == 1 && empty.errors.contains("holds nothing of 1996"))
        let json = try await program.run("sum", "--json")
        let answer = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        // Films that others host have a page of ours, which is not summed.
        let pictures = try #require(answer["pictures"] as? Int)
        #expect(answer["records"] as? Int == Self.days && (1...Self.days).contains(pictures))
    }
}
