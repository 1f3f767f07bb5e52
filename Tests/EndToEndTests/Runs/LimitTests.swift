import Foundation
import Glibc
import TestSupport
import Testing

/// What `Tests/limit` does with a command that hangs, and with one that does not.
struct LimitTests {
    /// A command of a shell, at work in a folder of its own until it ends or is ended.
    private struct Run {
        let folder: TemporaryFolder
        let ended: Child.Ended

        /// - Parameters:
        ///   - quiet: so many seconds without an event end it.
        ///   - whole: so many seconds end it at all.
        init(_ script: String, quiet: Int, whole: Int) async throws {
            folder = try TemporaryFolder()
            let limit = Package.folder.appending(path: "Tests/limit").path
            let words = ["report", "\(quiet)", "\(whole)", "events.jsonl", "bash", "-euc", script]
            ended = try await Child(
                "/usr/bin/env", ["--chdir", folder.path, "bash", limit] + words,
                environment: ["PATH": "/usr/bin:/bin", "TESTS_LIMIT_PAUSE": "0.1"]
            ).end(within: .seconds(120))
        }

        var report: String { (try? folder.text("report")) ?? "" }
    }

    @Test func `a command that ends has its own code and its own words`() async throws {
        let run = try await Run("echo said; exit 7", quiet: 60, whole: 60)
        #expect(run.ended.code == 7)
        #expect(run.ended.output == "said\n")
        #expect(run.report == "")
    }

    @Test func `one that hangs is ended with what it has started, and the tests that had begun are named`() async throws
    {
        let script = #"""
            event() { printf '{"kind":"event","payload":{"kind":"%s","testID":"%s"}}\n' "$1" "$2" >> events.jsonl; }
            event testStarted 'M.Moons\/a()\/a.swift:1:1'
            event testStarted 'M.Moons\/`b of it`()\/a.swift:2:1'
            event testEnded 'M.Moons\/a()\/a.swift:1:1'
            sleep 100000 &
            echo $! > started
            wait
            """#
        let run = try await Run(script, quiet: 2, whole: 100)
        #expect(run.ended.code == 124)
        #expect(run.report.contains("nothing went on for 2 seconds"), "\(run.report)")
        #expect(run.report.contains("  M.Moons/`b of it`\n") && !run.report.contains("M.Moons/a\n"), "\(run.report)")
        #expect(run.report.contains("sleep 100000"), "\(run.report)")
        let started = try #require(pid_t(try run.folder.text("started").trimmingCharacters(in: .newlines)))
        #expect(kill(started, 0) != 0)
    }

    @Test func `one that goes on and on is ended, too`() async throws {
        let run = try await Run("while true; do echo >> events.jsonl; sleep 0.1; done", quiet: 60, whole: 2)
        #expect(run.ended.code == 124)
        #expect(run.report.contains("it took more than 2 seconds"), "\(run.report)")
    }
}
