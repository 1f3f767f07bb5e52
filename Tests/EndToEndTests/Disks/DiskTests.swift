import Foundation
import SampleNASA
import TestSupport
import Testing

/// What a mirror promises, on every disk that people have: those with links and those without, those where case counts
/// and those where it does not.
@Suite(
    .onlyInAll("disks"), .needsBinary,
    .enabled(if: !FormattedDisk.Kind.mountable.isEmpty, "needs to mount disks, in a namespace of its own"),
    .serialized, .timeLimit(.minutes(10)))
struct DiskTests {
    static let kinds = FormattedDisk.Kind.mountable

    private typealias Kind = FormattedDisk.Kind

    @Test(.enabled(if: Kind.missing.isEmpty, "no disk can be mounted here with \(Kind.missing)"))
    func `a disk of every kind is tried`() {
        #expect(Self.kinds == Kind.allCases)
    }

    /// A mirror of five days.
    private func mirror(on disk: FormattedDisk) async throws -> DiskBench {
        let bench = try DiskBench(disk)
        try await bench.succeed("sync", "--create", "--quiet", "--history", "5")
        try await bench.expectSound("after the first sync")
        return bench
    }

    @Test(arguments: kinds)
    func `NASA corrects titles, their case and pictures`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let bench = try await mirror(on: disk)
        let (retitled, recased, repainted) = (ServedDays.ago(1), ServedDays.ago(2), ServedDays.ago(3))
        try bench.retitle(retitled) { "Another \($0)" }
        try bench.retitle(recased) { $0.uppercased() }
        try bench.retitle(repainted) { $0.uppercased() }
        bench.program.server.repaint(repainted)
        try bench.forgetLooks(at: repainted)
        try await bench.succeed("sync", "--quiet")
        try await bench.expectSound("after the corrections")
        let files = try await MirrorFiles(bench.program)
        #expect(files.superseded.filter { $0.suffix != "json" }.map(\.day) == [repainted])
        try await bench.succeed("verify")
        try await bench.succeed("sync", "--quiet")
        try await bench.expectSound("after one more sync")
    }

    @Test(arguments: kinds)
    func `the sum is that of a mirror on any other disk`(kind: FormattedDisk.Kind) async throws {
        let bench = try await mirror(on: FormattedDisk(kind))
        let other = ["APOD_MIRROR_MIRROR": bench.program.folder + "/other"]
        let made = try await bench.program.run("sync", "--create", "--quiet", "--history", "5", adding: other)
        #expect(made.code == 0, "\(made.errors)")
        let sum = try await bench.program.run("sum", adding: other)
        #expect(sum.code == 0 && sum.output.count == 65)
        #expect(try await bench.succeed("sum").output == sum.output)
    }

    @Test(arguments: kinds)
    func `a favorite comes by command and goes by command`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let bench = try await mirror(on: disk)
        let hasLinks = !FormattedDisk.Kind.withoutLinks.contains(kind)
        let first = try await bench.succeed("favorites", "add", ServedDays.ago(1))
        #expect(first.output.contains("This disk has no links") == !hasLinks)
        let second = try await bench.succeed("favorites", "add", ServedDays.ago(2), "--album", "Moons")
        #expect(!second.output.contains("This disk has no links"))
        let again = try await bench.succeed("favorites", "add", ServedDays.ago(1))
        #expect(again.output.contains("is a favorite already"))
        try bench.expectFavorites([ServedDays.ago(1), ServedDays.ago(2)])
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(bench.root)/favorites/Moons")
        #expect(names.count == 1 && names[0].hasSuffix(".url") == !hasLinks)
        // The title's case changes what its link leads to, or does not.
        try bench.retitle(ServedDays.ago(1)) { $0.uppercased() }
        try await bench.succeed("sync", "--quiet")
        try await bench.expectSound("after a correction")
        try bench.expectFavorites([ServedDays.ago(1), ServedDays.ago(2)])
        try await bench.succeed("favorites", "remove", ServedDays.ago(2))
        try bench.expectFavorites([ServedDays.ago(1)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(bench.root)/favorites/Moons").isEmpty)
        try await bench.succeed("favorites", "restore", ServedDays.ago(2))
        try bench.expectFavorites([ServedDays.ago(1), ServedDays.ago(2)])
        try await bench.succeed("verify")
    }

    @Test(arguments: kinds)
    func `a picture that is copied in is a favorite`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let bench = try await mirror(on: disk)
        let picture = try #require(try await MirrorFiles(bench.program).picture(of: ServedDays.ago(1)))
        let copy = "\(bench.root)/favorites/\(picture.name)"
        try FileManager.default.copyItem(atPath: "\(bench.root)/\(picture.path)", toPath: copy)
        try await bench.succeed("sync", "--quiet")
        try bench.expectFavorites([ServedDays.ago(1)])
        try FileManager.default.removeItem(atPath: copy)
        try await bench.succeed("sync", "--quiet")
        try await bench.succeed("favorites")
        try bench.expectFavorites([])
        try await bench.expectSound("at the end")
    }

    @Test(arguments: kinds)
    func `the mirror is copied to a disk with links and back`(kind: FormattedDisk.Kind) async throws {
        let (disk, home) = (try FormattedDisk(kind), try FormattedDisk(.ext4))
        let bench = try await mirror(on: disk)
        try await bench.succeed("favorites", "add", ServedDays.ago(1))
        try bench.retitle(ServedDays.ago(2)) { $0.uppercased() }
        try await bench.succeed("sync", "--quiet")
        try await bench.copy(to: home.path)
        let moved = try DiskBench(home, like: bench)
        try await moved.succeed("sync", "--quiet")
        try await moved.succeed("favorites", "add", ServedDays.ago(1))
        try await moved.succeed("verify")
        try await moved.expectSound("on the disk with links")
        try moved.expectFavorites([ServedDays.ago(1)])
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(moved.root)/favorites")
        for name in names where !name.hasPrefix(".") {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(moved.root)/favorites/\(name)") != "")
        }
        try FileManager.default.removeItem(atPath: bench.root)
        // cp says that links cannot be made on a disk without them, and copies the rest.
        try await moved.copy(to: disk.path)
        try await bench.succeed("sync", "--quiet")
        try await bench.succeed("favorites", "add", ServedDays.ago(1))
        try await bench.succeed("verify")
        try await bench.expectSound("back again")
        try await bench.succeed("favorites")
        try bench.expectFavorites([ServedDays.ago(1)])
    }

    @Test(arguments: kinds)
    func `the disk goes away in the middle of a sync and comes back`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let bench = try await mirror(on: disk)
        try await bench.succeed("favorites", "add", ServedDays.ago(1))
        let (slow, late) = (ServedDays.ago(7), ServedDays.ago(8))
        bench.program.server.setFault(.stalled(seconds: 60), for: .media(slow))
        let sync = try bench.program.start(
            ["sync", "--quiet", "--since", late, "--until", slow], adding: bench.variables)
        try await eventually("the sync is at a picture") {
            bench.program.server.requests.contains { $0.path.hasSuffix(".jpg") }
        }
        #expect(disk.takeAway())
        sync.send(SIGTERM)
        _ = await sync.end()
        bench.program.server.clearFaults()
        try await eventually("nobody has the disk any more") { disk.isAtRest }
        #expect(try await bench.program.run("sync", "--quiet").code == 73)
        #expect(disk.bringBack())
        try await bench.succeed("sync", "--quiet", "--since", late)
        try await bench.expectSound("after it came back")
        try bench.expectFavorites([ServedDays.ago(1)])
        #expect(try await MirrorFiles(bench.program).visible.count >= 7)
        try await bench.succeed("verify")
        try await bench.succeed("favorites", "remove", ServedDays.ago(1))
        try bench.expectFavorites([])
    }
}
