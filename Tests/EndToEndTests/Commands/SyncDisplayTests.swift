import SampleNASA
import Testing

/// What a person sees of a sync: a bar on a terminal, plain lines elsewhere, nothing when quiet.
@Suite(.needsBinary) struct SyncDisplayTests {
    private static let arguments = ["sync", "--create", "--history", "20"]

    @Test(arguments: [40, 80, 200])
    func `a terminal shows a bar that fits and leaves nothing behind`(columns: Int) async throws {
        let program = try Program(ServedDays.last(20))
        // Slow enough to be drawn at all.
        for ago in 0...3 { program.server.setFault(.slow(bytesPerSecond: 4_000), for: .media(ServedDays.ago(ago))) }
        program.server.setFault(.hostileText, for: .day(ServedDays.ago(4)))
        program.server.setFault(.bidiControls, for: .day(ServedDays.ago(5)))
        let ended = try await program.start(Self.arguments, terminal: PseudoTerminal(columns: columns)).end()
        let screen = Screen(showing: ended.output)
        #expect([0, 1].contains(ended.code))
        #expect(screen.offences.isEmpty)
        #expect(screen.drawn.contains { $0.contains("/20") })
        #expect(screen.drawn.allSatisfy { Screen(showing: $0).widest < columns })
        #expect(screen.lines.last == "")
        // What stays is the answer alone.
        #expect(screen.lines.first?.hasPrefix("Made a new mirror in ") == true)
        #expect(!screen.lines.contains { $0.contains("▕") })
        #expect(screen.lines.contains { $0.contains("19 pictures") || $0.contains("20 pictures") })
    }

    @Test func `a terminal without Unicode shows a bar of ASCII`() async throws {
        let program = try Program(ServedDays.last(20))
        for ago in 0...3 { program.server.setFault(.slow(bytesPerSecond: 4_000), for: .media(ServedDays.ago(ago))) }
        let ended = try await program.start(
            Self.arguments, adding: ["LANG": "C"], terminal: PseudoTerminal(columns: 80)
        ).end()
        let screen = Screen(showing: ended.output)
        #expect(screen.drawn.contains { $0.contains("[#") || $0.contains("[.") })
        #expect(screen.drawn.allSatisfy { $0.allSatisfy(\.isASCII) })
    }

    @Test func `elsewhere a line tells of every picture`() async throws {
        let program = try Program(ServedDays.last(20))
        let ended = try await program.run("sync", "--create", "--history", "20")
        #expect(ended.code == 0)
        #expect(ended.errors == "")
        let lines = ended.output.split(separator: "\n")
        for day in program.server.dates { #expect(lines.contains { $0.hasPrefix("\(day) ") }) }
        #expect(!ended.output.contains("\u{1B}"))
        #expect(!ended.output.contains("\r"))
        #expect(lines.contains { $0.contains("20 pictures") })
        #expect(lines.contains { $0.contains("The full history of ") && $0.contains("--history all") })
    }

    @Test func `quiet says nothing when all is well`() async throws {
        let program = try Program(ServedDays.last(5))
        let ended = try await program.run("sync", "--create", "--history", "5", "--quiet")
        #expect(ended.code == 0)
        #expect(ended.output + ended.errors == "")
    }

    @Test func `the second sync has nothing to tell but the totals`() async throws {
        let program = try Program(ServedDays.last(20))
        _ = try await program.run("sync", "--create", "--history", "20")
        program.server.clearRequests()
        let ended = try await program.run("sync")
        #expect(ended.code == 0)
        #expect(ended.output.split(separator: "\n").count == 1)
        #expect(!program.server.requests.contains { $0.path.hasPrefix("/content/") })
    }

    @Test func `what is pending is told with its reason`() async throws {
        let program = try Program(ServedDays.last(5))
        program.server.setFault(.status(500), for: .media(ServedDays.ago(2)))
        let ended = try await program.run("sync", "--create", "--history", "5")
        #expect(ended.code == 1)
        #expect(ended.output.contains("Pending: \(ServedDays.ago(2)), "))
        #expect(ended.output.contains("500"))
    }
}
