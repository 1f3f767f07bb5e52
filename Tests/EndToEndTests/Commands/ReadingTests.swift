import Foundation
import SampleNASA
import Testing

/// `show` and `search`: the stories, on any terminal and in any pipe.
@Suite(.needsBinary) struct ReadingTests {
    /// Five days of which one has a title and a text with accents.
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        if var day = program.server.day(ServedDays.ago(1)) {
            day.title = "Façade of Héloïse"
            day.explanation = "Un ŒUF and a bright comet. The end is near."
            day.links = [:]
            program.server.update(day)
        }
        let ended = try await program.run("sync", "--create", "--history", "5")
        #expect(ended.code == 0)
        #expect(!ended.output.contains("Pending"), "\(ended.output)")
        return program
    }

    @Test func `show tells the story of the newest picture`() async throws {
        let program = try await mirror()
        let ended = try await program.run("show")
        let title = program.server.day(ServedDays.today)?.title ?? "?"
        #expect(ended.code == 0)
        #expect(ended.output.replacing("\n", with: " ").contains(title))
        #expect(
            ended.output.contains(
                "\(program.root)/\(ServedDays.today.prefix(4))/\(ServedDays.today.prefix(7))/\(ServedDays.today) "))
        #expect(ended.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("/") })
    }

    @Test func `show, search and credits tell what a credit says of the picture's use, and who made it`() async throws {
        let program = try Program(ServedDays.last(3))
        let credits = ["NASA, JPL-Caltech", "Héloïse Example", "NASA, ESA"]
        for (ago, credit) in credits.enumerated() {
            guard var day = program.server.day(ServedDays.ago(ago)) else { continue }
            (day.credit, day.copyright) = (credit, ago == 1 ? credit : nil)
            program.server.update(day)
        }
        #expect(try await program.run("sync", "--create", "--history", "3").code == 0)
        let shown = try await program.run("show", ServedDays.today)
        #expect(shown.output.contains("\nMay I use it? NASA’s own: “NASA, JPL-Caltech”\n"))
        #expect(try await program.run("show", ServedDays.ago(1)).output.contains("© somebody: ask “Héloïse Example”\n"))
        #expect(
            try await program.run("show", ServedDays.ago(2)).output.contains("May I use it? not said: “NASA, ESA”\n"))
        let own = try await program.run("search", "--reuse", "nasa")
        #expect(own.output.hasPrefix(ServedDays.today) && own.output.split(separator: "\n").count == 2)
        let none = try await program.run("search", "--reuse", "cc")
        #expect(none.code == 1)
        #expect(none.errors == "No picture has a credit that says: Creative Commons, as said in the credit.\n")
        let makers = try await program.run("credits")
        #expect(makers.output.hasPrefix("2  NASA"))
        let one = try await program.run("credits", "heloise")
        #expect(one.output.contains("1  Héloïse Example") && one.output.contains("\(program.root)/"))
        #expect(try await program.run("credits", "nobody").code == 1)
    }

    @Test func `show wraps to the terminal`() async throws {
        let program = try await mirror()
        let ended = try await program.start(["show", ServedDays.ago(2)], terminal: PseudoTerminal(columns: 40)).end()
        let screen = Screen(showing: ended.output)
        #expect(screen.offences.isEmpty)
        #expect(screen.lines.filter { !$0.contains("/") }.allSatisfy { $0.count <= 40 })
    }

    @Test func `show of a day that is not mirrored says how to get it`() async throws {
        let program = try await mirror()
        let ended = try await program.run("show", ServedDays.ago(30))
        #expect(ended.code == 1)
        #expect(ended.errors.contains("sync --since \(ServedDays.ago(30)) --until \(ServedDays.ago(30))"))
    }

    @Test(arguments: [["facade"], ["HELOISE"], ["façade", "comet"], ["COMET", "heloise"], ["the end"]])
    func `search finds whatever the case, the accents and the order`(words: [String]) async throws {
        let program = try await mirror()
        let ended = try await program.start(["search"] + words).end()
        #expect(ended.code == 0)
        #expect(ended.output.contains("\(ServedDays.ago(1))  Façade of Héloïse\n"))
        #expect(ended.output.contains("\(program.root)/"))
    }

    @Test func `search needs all the words`() async throws {
        let program = try await mirror()
        let ended = try await program.run("search", "facade", "xylophone")
        #expect(ended.code == 1)
        #expect(ended.output == "")
        #expect(ended.errors == "No picture has all the words facade xylophone.\n")
    }

    @Test func `a reader that goes away is no reason to complain`() async throws {
        let program = try await mirror()
        let line = "'\(Program.binary)' search e | head -n 1"
        let ended = try await program.tool("sh", ["-c", line])
        #expect(ended.errors == "")
        #expect(ended.output.split(separator: "\n").count == 1)
    }

    @Test func `show of a day whose file was deleted says so`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(2)))
        let path = "\(program.root)/\(picture.path)"
        #expect(try await program.run("show", ServedDays.ago(2)).output.contains("\n\(path)\n"))
        try FileManager.default.removeItem(atPath: path)
        let ended = try await program.run("show", ServedDays.ago(2))
        #expect(ended.code == 0)
        #expect(ended.output.contains("\n\(path) is missing; the next sync fetches it again.\n"))
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("show", ServedDays.ago(2)).output.contains("\n\(path)\n"))
    }

    @Test func `a sync whose reader goes away completes the tree all the same`() async throws {
        let program = try Program(ServedDays.last(30))
        let line = "'\(Program.binary)' sync --create --history 30 | head -n 1"
        let ended = try await program.tool("sh", ["-c", line])
        #expect(ended.errors == "")
        let published = Published(program.server)
        #expect(ended.output.split(separator: "\n").count == 1)
        #expect(TreeCheck.afterCleanPass(try await MirrorFiles(program), published) == [])
    }
}
