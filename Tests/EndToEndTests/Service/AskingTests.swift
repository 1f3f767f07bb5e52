import Foundation
import Glibc
import SampleNASA
import Testing

/// Commands beside a daemon: it does what they ask, and they show what it says.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct AskingTests {
    private func daemon(_ days: Int = 4) async throws -> RunningDaemon {
        let program = try Program(ServedDays.last(days))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "\(days - 1)")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "\(days - 1)"])
    }

    @Test func `a sync prints what it would alone`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let asked = try await program.run("sync", "--since", ServedDays.ago(3), "--until", ServedDays.ago(3))
        #expect(asked.code == 0)
        #expect(asked.errors == "")
        let lines = asked.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("\(ServedDays.ago(3)) ") == true)
        #expect(lines.contains { $0.hasPrefix("4 pictures, ") && $0.hasSuffix("; 1 new") }, "\(asked.output)")
        #expect(try await MirrorFiles(program).picture(of: ServedDays.ago(3)) != nil)
        #expect(await daemon.end().code == 0)
    }

    @Test func `a longer history is fetched, and stays`() async throws {
        let daemon = try await daemon(6)
        let program = daemon.program
        let shorter = try await program.run("sync", "--quiet", "--history", "2")
        #expect(shorter == Child.Ended(code: 0, output: "", errors: ""))
        #expect(try await MirrorFiles(program).visible.count == 5)
        let asked = try await program.run("sync", "--history", "6")
        #expect(asked.code == 0)
        #expect(asked.output.contains("6 pictures, ") && asked.output.contains("; 1 new"), "\(asked.output)")
        let status = try await program.run("status")
        #expect(status.code == 0, "\(status.output)")
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(5)))
        try FileManager.default.removeItem(atPath: "\(program.root)/\(picture.path)")
        #expect(try await program.run("sync", "--quiet").code == 0)
        #expect(try await MirrorFiles(program).picture(of: ServedDays.ago(5)) != nil)
        #expect(await daemon.end().code == 0)
    }

    @Test func `settings that are not the daemon's are refused, and nothing is done`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.today))
        try FileManager.default.removeItem(atPath: "\(program.root)/\(picture.path)")
        let words = ["--sidecars", "xmp", "--thumbnails", "no", "--keep", "90", "--history", "60"]
        let refused = try await program.start(["sync"] + words).end()
        #expect(refused.code == 64)
        #expect(refused.output == "")
        #expect(
            refused.errors == """
                apod-mirror: The daemon that keeps \(program.root) uses its own settings: keep is forever, thumbnails is \
                yes, sidecars is off. Change them where they are set and restart it, or leave out --keep and \
                --thumbnails and --sidecars.

                """)
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today) == nil)
        let pruned = try await program.run("prune", "--keep", "90")
        #expect(pruned.code == 64 && pruned.errors.contains("keep is forever."), "\(pruned.errors)")
        // What is the same is no matter, nor what changes nothing of an order.
        #expect(try await program.run("sync", "--quiet", "--sidecars", "off").code == 0)
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today) != nil)
        #expect(try await program.run("hide", "--sidecars", "xmp", ServedDays.ago(1)).code == 0)
        #expect(await daemon.end().code == 0)
    }

    @Test func `a picture is hidden and comes back`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let hidden = try await program.run("hide", ServedDays.ago(1))
        #expect(hidden.code == 0)
        #expect(
            hidden.output
                == "\(ServedDays.ago(1)) is hidden. To have it back: apod-mirror unhide \(ServedDays.ago(1))\n")
        #expect(try await MirrorFiles(program).picture(of: ServedDays.ago(1)) == nil)
        let days = try #require(try await daemon.json()["days"] as? [String: Any])
        #expect(days["hidden"] as? [String] == [ServedDays.ago(1)])
        #expect(try await program.run("unhide", ServedDays.ago(1)).code == 0)
        #expect(try await program.run("sync", "--quiet").code == 0)
        #expect(try await MirrorFiles(program).picture(of: ServedDays.ago(1)) != nil)
        let refused = try await program.run("hide", "1999-01-01")
        #expect(refused.code == 1)
        #expect(refused.errors == "apod-mirror: 1999-01-01 is not in the mirror, so there is nothing to hide.\n")
        #expect(await daemon.end().code == 0)
    }

    @Test func `what is damaged is repaired`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.today))
        try Data("no picture".utf8).write(to: URL(filePath: "\(program.root)/\(picture.path)"))
        let repaired = try await program.run("verify", "--repair")
        #expect(repaired.code == 0)
        #expect(repaired.output.contains("1 of 1 repaired."))
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today)?.bytes == picture.bytes)
        #expect(await daemon.end().code == 0)
    }

    @Test func `status tells how things are, and ends with the code for it`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        try await daemon.says(#/today's is in/#)
        let told = try await program.run("status")
        #expect(told.code == 0)
        let lines = told.output.split(separator: "\n").map(String.init)
        for part in [
            "running since ", "3 pictures, ", "Newest: today's", "Last sync: ", "Next sync: ", "0 favorites",
            "Source: apod-basic at \(program.server.apodBasicURL)",
        ] { #expect(lines.contains { $0.contains(part) }, "\(part) in \(told.output)") }
        let json = try await daemon.json()
        #expect((json["days"] as? [String: Any])?["present"] as? Int == 3)
        #expect(json["troubles"] as? [String] == [])
        #expect(json["process"] as? Int == Int(daemon.child.pid))
        #expect(await daemon.end().code == 0)
        let gone = try await program.run("status")
        #expect(gone.code == 3)
        #expect(gone.output.hasPrefix("No daemon runs for "))
    }

    @Test func `three days without a new picture are not well`() async throws {
        let program = try Program(ServedDays.last(4, upTo: 3))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "6").code == 0)
        let daemon = try await RunningDaemon(program)
        try await daemon.says(#/^No new picture since /#)
        let told = try await program.run("status")
        #expect(told.code == 1)
        #expect(told.output.contains("Problem: No new picture since "))
        #expect(await daemon.end().code == 0)
    }

    @Test func `whoever goes away leaves the daemon at its work`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let gate = Gate()
        program.server.setFault(.gated(gate), for: .entries, times: 1)
        let asking = try program.start(["sync", "--since", ServedDays.ago(3), "--until", ServedDays.ago(3)])
        try await eventually("the request") { gate.waiting > 0 }
        asking.send(SIGINT)
        let left = await asking.end()
        gate.open()
        #expect(left.code == 130)
        #expect(left.errors == "Left. The daemon goes on with it.\n")
        try await daemon.says(#/^4 pictures/#)
        #expect(await daemon.end().code == 0)
    }

    /// Longer than a socket is waited for that nobody reads from.
    private static let patience = Duration.seconds(11)

    @Test(.onlyInAll("a command that is stopped for long"))
    func `a command that was stopped for long has its order's own end once it goes on`() async throws {
        let program = try Program(ServedDays.last(90))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "2", "--thumbnails", "no")
        try #require(made.code == 0, "\(made.errors)")
        let daemon = try await RunningDaemon(
            program, adding: ["APOD_MIRROR_HISTORY": "2", "APOD_MIRROR_THUMBNAILS": "no"])
        let gate = Gate()
        program.server.setFault(.gated(gate), for: .entries, times: 1)
        let words = ["sync", "--since", ServedDays.ago(89), "--until", ServedDays.ago(3)]
        let asking = try program.start(words, adding: ["APOD_MIRROR_HISTORY": "2", "APOD_MIRROR_THUMBNAILS": "no"])
        try await eventually("the request") { gate.waiting > 0 }
        asking.send(SIGSTOP)
        gate.open()
        // A day has no picture.
        try await daemon.says(#/^8\d pictures/#)
        let limit = ContinuousClock.now + Self.patience
        try await eventually("the time after which the daemon used to give up") { ContinuousClock.now > limit }
        #expect(try await program.run("status").code == 0)
        asking.send(SIGCONT)
        let ended = await asking.end()
        #expect(ended.code == 0 && ended.errors == "", "\(ended.errors)")
        #expect(ended.output.contains(#/\n8\d pictures, .*; 8\d new\n/#), "\(ended.output.suffix(600))")
        #expect(await daemon.end().code == 0)
    }

    @Test(.needsOtherUsers)
    func `other users are told that it is not theirs`() async throws {
        let daemon = try await daemon()
        let program = daemon.program
        let words = ["--reuid=64007", "--regid=64007", "--clear-groups", Program.binary, "status"]
        let asked = try await Child("/usr/bin/setpriv", words, environment: program.environment).end()
        #expect(asked.code == 73)
        #expect(asked.errors == "apod-mirror: Only the user who runs the daemon, and root, may ask it.\n")
        #expect(await daemon.end().code == 0)
    }
}
