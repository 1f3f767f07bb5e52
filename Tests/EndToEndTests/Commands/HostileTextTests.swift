import SampleNASA
import Testing

/// Whatever NASA, or somebody in its place, writes: it moves no cursor, hides nothing and turns no text around.
@Suite(.needsBinary) struct HostileTextTests {
    private static let title =
        "Evil\u{1B}[2J\u{1B}]0;owned\u{07}\u{202E}txt.exe\u{2066}\u{200B}\u{9B}31m\r\nSecond line\u{0}"

    private func mirror() async throws -> (Program, Child.Ended) {
        let program = try Program(ServedDays.last(5))
        for ago in 0...2 {
            guard var day = program.server.day(ServedDays.ago(ago)) else { continue }
            day.title = Self.title
            day.explanation = "Marker word. \(Self.title) \u{1B}[31mred\u{1B}[0m"
            day.credit = Self.title
            day.links = [:]
            program.server.update(day)
        }
        program.server.setFault(.status(500), for: .media(ServedDays.ago(2)))
        return (program, try await program.run("sync", "--create", "--history", "5"))
    }

    private func offences(_ ended: Child.Ended) -> [String] {
        // Not a terminal, so a line ends with "\n" alone and nothing may be cleared.
        Screen(showing: ended.output + ended.errors).offences
            + (ended.output.contains("\u{1B}") ? ["an escape"] : []) + (ended.output.contains("\r") ? ["a return"] : [])
    }

    @Test func `no command lets it through to a pipe`() async throws {
        let (program, sync) = try await mirror()
        #expect(sync.code == 1)
        #expect(offences(sync) == [])
        // Titles are one line, whatever they hold.
        #expect(sync.output.split(separator: "\n").allSatisfy { $0.contains(#/\d|Made|The full/#) })
        for words in [
            ["show"], ["show", ServedDays.ago(1)], ["show", ServedDays.ago(2)], ["search", "marker"], [], ["verify"],
            ["search", "\u{1B}[31m\u{202E}"], ["sho\u{1B}[31mw"], ["--\u{1B}[31m"], ["show", "\u{1B}[31m"],
        ] {
            let ended = try await program.start(words).end()
            #expect(!(ended.output + ended.errors).isEmpty)
            #expect(offences(ended) == [], "\(words)")
        }
    }

    @Test(arguments: [["show"], ["search", "marker"], []])
    func `no command lets it through to a terminal`(words: [String]) async throws {
        let (program, _) = try await mirror()
        let ended = try await program.start(words, terminal: PseudoTerminal(columns: 60)).end()
        #expect(ended.code == 0)
        #expect(Screen(showing: ended.output).offences == [])
    }
}
