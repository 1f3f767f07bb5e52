import SampleNASA
import Testing

/// A server that asks for a moment's patience gets it from whoever looks at the bar.
@Suite(.needsBinary) struct PatientSyncTests {
    @Test func `a pause of up to a minute is waited for on a terminal`() async throws {
        let program = try Program(ServedDays.last(4))
        program.server.setFault(.tooManyRequests(retryAfter: 2), for: .everything, after: 2, times: 1)
        let ended = try await program.start(
            ["sync", "--create", "--history", "4"], terminal: PseudoTerminal(columns: 100)
        ).end()
        #expect(ended.code == 0, "\(ended.output)")
        #expect(ended.output.contains("2 s"), "\(ended.output)")
        #expect(try await MirrorFiles(program).visible.count == 4)
    }

    @Test func `a server that asks for one pause after another is left alone in the end`() async throws {
        let program = try Program(ServedDays.last(4))
        program.server.setFault(.tooManyRequests(retryAfter: 1), for: .everything)
        let ended = try await program.start(
            ["sync", "--create", "--history", "4"], terminal: PseudoTerminal(columns: 100)
        ).end()
        #expect(ended.code == 69, "\(ended.output)")
        #expect((2...12).contains(program.server.requests.count))
    }

    @Test func `elsewhere it ends the sync, which says how long`() async throws {
        let program = try Program(ServedDays.last(4))
        program.server.setFault(.tooManyRequests(retryAfter: 2), for: .everything, after: 2)
        let ended = try await program.run("sync", "--create", "--history", "4")
        #expect(ended.code == 69)
        #expect(ended.errors.contains("asks to be left alone for 2 s"), "\(ended.errors)")
    }
}
