import Foundation
import SampleNASA
import Testing

/// The first words a person tries.
@Suite(.needsBinary) struct BasicsTests {
    private static let commands = ["sync", "show", "search", "favorites", "hide", "unhide", "verify", "config"]

    @Test func `help lists every command`() async throws {
        let ended = try await Program(ServedDays.last(1)).run("--help")
        #expect(ended.code == 0)
        #expect(ended.errors == "")
        for command in Self.commands { #expect(ended.output.contains("\n  \(command)")) }
    }

    @Test(arguments: commands)
    func `each command explains itself`(command: String) async throws {
        let program = try Program(ServedDays.last(1))
        let behind = try await program.run(command, "--help")
        let before = try await program.run("-h", command)
        #expect(behind.code == 0)
        #expect(behind.output == before.output)
        #expect(behind.output.hasPrefix("\(command): "))
        #expect(behind.output.contains("Usage: apod-mirror \(command)"))
    }

    @Test(arguments: [40, 80])
    func `help and errors fit the terminal`(columns: Int) async throws {
        let program = try Program(ServedDays.last(1))
        for words in [
            ["--help"], ["verify", "--help"], ["verify", "--from", "/disk"], ["search", "--reuse", "no", "x"],
        ] {
            let ended = try await program.start(words, terminal: PseudoTerminal(columns: columns)).end()
            let widths = ended.output.split(whereSeparator: \.isNewline).map(\.count)
            #expect(widths.allSatisfy { $0 <= columns } && widths.contains { $0 > columns / 2 }, "\(ended.output)")
        }
    }

    @Test func `without a terminal help has 80 columns, or COLUMNS, and an error's lines stay whole`() async throws {
        let program = try Program(ServedDays.last(1))
        for (variables, columns) in [([:], 80), (["COLUMNS": "40"], 40), (["COLUMNS": "9"], 40)] {
            let help = try await program.run("verify", "--help", adding: variables)
            let widths = help.output.split(whereSeparator: \.isNewline).map(\.count)
            #expect(widths.allSatisfy { $0 <= columns } && widths.contains { $0 > columns - 10 }, "\(help.output)")
            let slip = try await program.run("verify", "--from", "/disk", adding: variables)
            #expect(slip.errors.split(separator: "\n").count == 2, "\(slip.errors)")
        }
    }

    @Test func `the version is one line`() async throws {
        let ended = try await Program(ServedDays.last(1)).run("--version")
        #expect(ended.code == 0)
        #expect(ended.output.wholeMatch(of: #/apod-mirror \d+\.\d+\S*\n/#) != nil)
    }

    @Test func `help and version need no configuration that makes sense`() async throws {
        let program = try Program(ServedDays.last(1))
        for word in ["--help", "--version"] {
            let ended = try await program.run(word, adding: ["APOD_MIRROR_KEEP": "never"])
            #expect(ended.code == 0)
        }
    }

    @Test func `without a mirror the bare command names the one that makes it`() async throws {
        let program = try Program(ServedDays.last(3))
        let ended = try await program.run()
        #expect(ended.code == 73)
        #expect(ended.output.contains("apod-mirror sync --create"))
        // The command it names works.
        #expect(try await program.run("sync", "--create", "--history", "3").code == 0)
    }

    @Test(arguments: [
        ("month", "the last month"), ("90", "the last 90 days"), ("all", "everything since 1995"),
        ("2020-01-01", "everything since 2020-01-01"),
    ])
    func `the command it names means the same mirror, in a shell too`(history: String, reach: String) async throws {
        let program = try Program(ServedDays.last(3))
        let root = program.folder + "/Ana's Pictures/APOD"
        let ended = try await program.run("--mirror", root, "--history", history)
        let quoted = root.replacing("'", with: #"'\''"#)
        #expect(ended.output.hasSuffix("fetch \(reach): apod-mirror sync --create --mirror '\(quoted)'\n"))
        let sync = try await program.run("sync", "--mirror", root)
        #expect(sync.errors.hasSuffix("apod-mirror sync --create --mirror '\(quoted)'\n"))
    }

    /// Followed to the letter in a shell that knows neither mirror nor source, each of them works.
    @Test func `every command that is named means the same mirror and source`() async throws {
        let program = try Program(ServedDays.last(3))
        let root = program.folder + "/Ana's Pictures/APOD"
        let options = ["--mirror", root, "--source", "apod-basic=\(program.server.apodBasicURL)"]
        let nowhere = ["APOD_MIRROR_MIRROR": "/nowhere", "APOD_MIRROR_SOURCE": "apod-basic=http://127.0.0.1:1/none"]
        func told(_ words: [String]) async throws -> Child.Ended {
            try await program.start(words + options, adding: nowhere).end()
        }
        func follow(_ ended: Child.Ended, _ command: String) async throws -> Child.Ended {
            let lines = (ended.output + ended.errors).split(separator: "\n")
            let line = try #require(lines.last { $0.contains("apod-mirror \(command)") })
            let start = try #require(line.firstRange(of: "apod-mirror \(command)")).lowerBound
            let words = line[start...].dropFirst("apod-mirror".count)
            let variables = nowhere.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            return try await program.tool("sh", ["-c", "\(variables) '\(Program.binary)' \(words)"])
        }
        #expect(try await follow(told(["--history", "3"]), "sync --create").code == 0)
        let month = "\(root)/\(ServedDays.today.prefix(4))/\(ServedDays.today.prefix(7))"
        let names = try FileManager.default.contentsOfDirectory(atPath: month)
        let picture = try #require(names.first { $0.hasPrefix(ServedDays.today) })
        try FileManager.default.removeItem(atPath: "\(month)/\(picture)")
        #expect(try await follow(told(["verify"]), "verify --repair").code == 0)
        #expect(try await follow(told([]), "sync").code == 0)
        #expect(try await follow(told(["hide", ServedDays.ago(1)]), "unhide").code == 0)
        _ = try await told(["hide", ServedDays.ago(2)])
        #expect(try await follow(told(["show", ServedDays.ago(2)]), "unhide").code == 0)
    }

    @Test func `with a mirror the bare command tells what it holds`() async throws {
        let program = try Program(ServedDays.last(3))
        _ = try await program.run("sync", "--create", "--history", "3")
        let ended = try await program.run()
        #expect(ended.code == 0)
        #expect(ended.output.contains("3 pictures"))
        #expect(ended.output.contains("Today: \(program.server.day(ServedDays.today)?.title ?? "?")"))
    }

    @Test(arguments: [
        (["snyc"], "Is sync meant?"), (["sync", "--crate"], "Is --create meant?"),
        (["sync", "--since", "tomorrow"], "is not a day"), (["sync", "--since"], "--since needs a value"),
        (["show", "1995-01-01"], "before the first picture"), (["show", "2999-01-01"], "has not come yet"),
        (["hide"], "hide needs a day"), (["search"], "search needs a word"), (["verify", "x"], "takes no argument"),
        (["favorites", "ad"], "Is favorites add meant?"), (["favorites", "add"], "favorites add needs a day"),
        (["favorites", "restore"], "needs a day, or --since"), (["favorites", "add", "x"], "is not a day"),
        (["config", "--create"], "does not take --create"), ([""], "There is no command"),
        (["sync", "--keep", "never"], "--keep is “never”; allowed: "),
    ])
    func `a slip is answered with what is wrong and one line that helps`(words: [String], answer: String) async throws {
        let program = try Program(ServedDays.last(1))
        let ended = try await program.start(words).end()
        #expect(ended.code == 64)
        #expect(ended.output == "")
        #expect(ended.errors.contains(answer))
        #expect(ended.errors.split(separator: "\n").count <= 2)
    }
}
