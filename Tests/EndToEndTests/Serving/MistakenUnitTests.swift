import SampleNASA
import Testing

/// What systemd would find after a start that failed at once: a client that still waits makes it start again, and after a
/// few starts it gives the socket up.
@Suite(.needsBinary, .needs(tool: "python3")) struct MistakenUnitTests {
    /// Holds a socket as systemd does, with a client that waits there. Prints the exit code, and what is left to accept.
    private static let script = """
        import os, select, socket, sys
        listening = socket.create_server(("127.0.0.1", 0))
        client = socket.create_connection(listening.getsockname())
        select.select([listening], [], [])
        child = os.fork()
        if child == 0:
            os.dup2(listening.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(sys.argv[1], sys.argv[1:])
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        waiting = bool(select.select([listening], [], [], 0)[0])
        print(code, "waiting" if waiting else "turned away")
        """

    @Test(arguments: [
        ["serve", "--public-url", "apod.example.org"], ["serve", "--favorites"], ["serve", "--listen", "here"],
        ["serve", "--nonsense"], ["serv"],
    ])
    func `who waits at systemd's socket is turned away when a start fails, whatever is wrong with its line`(
        words: [String]
    ) async throws {
        let program = try Program(ServedDays.last(1))
        let ended = try await program.tool("/usr/bin/python3", ["-c", Self.script, Program.binary] + words)
        #expect(ended.output == "64 turned away\n", "\(ended.output) \(ended.errors)")
    }
}
