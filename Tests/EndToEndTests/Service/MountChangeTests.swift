import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// What is mounted and unmounted while a daemon runs.
@Suite(.needsBinary, .needsMount, .serialized, .timeLimit(.minutes(15))) struct MountChangeTests {
    /// A view of the machine in which tests may mount.
    private func view() throws -> (holder: Command, wrapper: [String]) {
        let holder = try Command([
            "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt && umount /mnt && echo mounted && exec cat",
        ])
        try #require(holder.firstWords() == "mounted\n")
        return (holder, ["/usr/bin/nsenter", "--mount", "--target", "\(holder.identifier)"])
    }

    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(3))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "3")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    private func shell(_ script: String, _ program: Program, _ wrapper: [String]) async throws {
        let words = Array(wrapper.dropFirst()) + ["sh", "-euc", script]
        let ended = try await Child(wrapper[0], words, environment: program.environment).end()
        guard ended.code == 0 else { throw HarnessError("\(script): \(ended.errors)") }
    }

    /// How often each of a process's threads was given a processor.
    private func runs(_ process: pid_t) throws -> [String: Int] {
        let tasks = "/proc/\(process)/task"
        let names = try FileManager.default.contentsOfDirectory(atPath: tasks)
        let counts = names.map { task in
            let text = (try? String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8)) ?? ""
            return text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
        }
        return Dictionary(uniqueKeysWithValues: zip(names, counts))
    }

    @Test func `mounts elsewhere do not wake an idle daemon`() async throws {
        let (holder, wrapper) = try view()
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"], through: wrapper)
        try await daemon.says(#/today's is in/#)
        let process = daemon.child.pid
        var (before, since) = (try runs(process), ContinuousClock.now)
        try await eventually("a daemon at rest") {
            let now = try runs(process)
            if now != before { (before, since) = (now, .now) }
            return since + .seconds(3) < .now
        }
        try await shell(
            "for time in $(seq 20); do mount -t tmpfs none /mnt; umount /mnt; done", program, wrapper)
        // Time itself is what is tested here.
        try await Task.sleep(for: .seconds(1))
        // A thread that has had nothing to do for long ends.
        let woken = try runs(process).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
        print("measured: 40 mounts and unmounts elsewhere woke a thread of the daemon \(woken) times")
        #expect(woken == 0)
        #expect(await daemon.end().code == 0)
        holder.finish()
    }

    @Test(arguments: ["ping", "status"])
    func `a disk that is mounted over the mirror ends the daemon`(sign: String) async throws {
        let (holder, wrapper) = try view()
        let program = try await mirror()
        var variables = ["APOD_MIRROR_HISTORY": "3"]
        if sign == "ping" { variables["WATCHDOG_USEC"] = "1000000" }
        let daemon = try await RunningDaemon(program, adding: variables, through: wrapper)
        try await daemon.says(#/today's is in/#)
        try await shell("mount -t tmpfs none '\(program.root)'", program, wrapper)
        // Here the disk is not seen, so the daemon is found. It may end before it has answered.
        if sign == "status" { _ = try await program.run("status") }
        let ended = await daemon.child.end()
        #expect(ended.code == 73)
        #expect(ended.errors.contains("\(program.root) was moved, replaced or unmounted"), "\(ended.errors)")
        holder.finish()
    }
}
