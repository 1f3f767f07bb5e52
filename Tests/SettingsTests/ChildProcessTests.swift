import Testing

@testable import Settings

@Suite("A program that is run") struct ChildProcessTests {
    private func run(_ script: String) throws -> ChildProcess.Ended {
        try ChildProcess(
            program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin", "WORD": "a b"]
        ).run()
    }

    @Test func `what it says and how it ends is known`() throws {
        let ended = try run("echo \"$WORD\"; echo no >&2; exit 73")
        #expect(ended == ChildProcess.Ended(code: 73, output: "a b\n", errors: "no\n"))
        #expect(try run("kill -TERM $$").code == 143)
    }

    @Test func `much on both streams holds nothing up`() throws {
        let ended = try run("head -c 300000 /dev/zero | tr '\\0' x >&2; head -c 300000 /dev/zero | tr '\\0' y")
        #expect(ended.output.utf8.count == 300_000)
        #expect(ended.errors.utf8.count == 300_000)
    }

    @Test func `it ignores and blocks nothing that this process does`() throws {
        let status = try run("sed -nE 's/Sig(Blk|Ign):\\t//p' /proc/self/status").output
        let sets = status.split(separator: "\n").compactMap { UInt64($0, radix: 16) }
        // glibc's own two, above those that have names, are its business.
        #expect(sets.map { $0 & 0x7FFF_FFFF } == [0, 0], "\(status)")
    }

    @Test func `a program that is not there is told`() {
        #expect(throws: CommandFailure(command: "/usr/bin/no-such-program", reason: "No such file or directory.")) {
            try ChildProcess(program: "/usr/bin/no-such-program", arguments: [], environment: [:]).run()
        }
    }
}
