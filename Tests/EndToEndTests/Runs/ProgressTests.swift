import Foundation
import TestSupport
import Testing

/// What `Tests/run` shows while it runs, of a command that builds and tests in no time.
struct ProgressTests {
    /// Goes on when it is told to.
    private final class Run {
        let folder: TemporaryFolder
        let child: Child

        init(terminal: PseudoTerminal? = nil) throws {
            folder = try TemporaryFolder()
            let script = """
                await() { until [ -e "$1" ]; do sleep 0.01; done; }
                event() { printf '{"kind":"event","payload":{"kind":"%s","testID":"%s"}}\\n' "$2" "$3" >> "$1"; }
                echo '[7/20] Compiling'
                await built
                begin() {
                    printf '{"kind":"test","payload":{"id":"%s","kind":"function"}}\\n' "$2" >> "$1"
                    event "$1" testStarted "$2"
                }
                begin some 'M.Moons\\/`it is (ready)`()\\/a.swift:1:1'
                begin others 'M.Suns\\/b()\\/b.swift:1:1'
                event some testEnded 'M.Moons\\/`it is (ready)`()\\/a.swift:1:1'
                await tested
                exit 7
                """
            let progress = Package.folder.appending(path: "Tests/progress").path
            child = try Child(
                "/usr/bin/env",
                ["--chdir", folder.path, "bash", progress, "log", "some,others", "sh", "-euc", script],
                environment: ["PATH": "/usr/bin:/bin", "TESTS_PROGRESS_PAUSE": "0.05"], terminal: terminal)
        }

        func goOn(_ word: String) throws { try folder.write("", to: word) }

        func shows(_ text: String) async throws {
            try await eventually("“\(text)” in “\(child.output.text)”") { child.output.text.contains(text) }
        }
    }

    private func follow(_ run: Run) async throws -> String {
        try await run.shows("step 7 of 20 of the build")
        try run.goOn("built")
        try await run.shows("1 of 2 tests have ended, 1 run, the longest in Suns")
        try run.goOn("tested")
        let ended = await run.child.end()
        #expect(ended.code == 7)
        return ended.output
    }

    @Test func `into a file it is a line now and then, and the command's own words are in the log`() async throws {
        let run = try Run()
        let output = try await follow(run)
        #expect(!output.contains("\r") && output.hasSuffix("\n"))
        #expect(try run.folder.text("log") == "[7/20] Compiling\n")
    }

    @Test func `on a terminal it is one line that is gone at the end`() async throws {
        let output = try await follow(try Run(terminal: try PseudoTerminal(columns: 80)))
        #expect(!output.contains("\n"))
        #expect(output.hasSuffix("\r\u{1B}[K"))
    }
}
