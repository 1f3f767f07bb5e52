import Folder
import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// Disks that are full, almost full or read-only: a clear word, everything stored stays, and the next pass with room
/// goes on.
@Suite("When the disk gives out", .serialized)
struct FullDiskPassTests {
    private static let days = "2026-11-01"..."2026-11-22"

    private func expectAll(_ mirror: MirrorUnderTest) throws {
        for date in mirror.nasa.dates { #expect(mirror.picture(date) != nil, "\(date)") }
        try mirror.expectSoundTree()
    }

    private func expectKept(_ before: [String: String], _ mirror: MirrorUnderTest) {
        let now = mirror.tree
        for (path, sum) in before where !path.hasPrefix("Today") && !path.hasSuffix("SHA256SUMS") {
            #expect(now[path] == sum, "\(path)")
        }
    }

    @Test func `min_free_bytes stops the downloads and keeps what is there`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync(days: "2026-11-01"..."2026-11-10")
        let before = mirror.tree
        mirror.settings.minimumFreeBytes = .max
        let outcome = try await mirror.sync()
        let stopped = try #require(outcome.summary.stopped)
        #expect(stopped.description.contains("min_free_bytes"))
        #expect(stopped.kind == .room && stopped.neededBytes == .max)
        // Pages need no download.
        #expect(mirror.changedFiles(since: before).allSatisfy { $0.hasSuffix(".html") })
        expectKept(before, mirror)
        #expect(mirror.mediaRequests.filter { $0.path.contains("_261122") } == [])
        try mirror.expectSoundTree()
        mirror.settings.minimumFreeBytes = 0
        try await mirror.sync()
        try expectAll(mirror)
    }

    /// More of them than there is room for, all at once.
    @Test(.enabled(if: TinyMount.isPossible, "mounting needs root"), arguments: [nil, .chunked] as [Fault?])
    func `min_free_bytes holds at every moment of downloads side by side`(fault: Fault?) async throws {
        let disk = try TinyMount(bytes: 60_000_000)
        let mirror = try MirrorUnderTest("2026-11-16"..."2026-11-22", on: disk.path)
        // Today.jpg, a copy of the newest, is no download: a small one has it before the others come, whatever their order.
        try await mirror.sync(days: "2026-11-22"..."2026-11-22")
        for date in mirror.nasa.dates.dropLast() {
            guard var day = mirror.nasa.day(date), day.picture != nil else { continue }
            day.picture?.bytes = 20_000_000
            mirror.nasa.update(day)
            _ = mirror.nasa.picture(for: date)
        }
        mirror.settings.minimumFreeBytes = 10_000_000
        if let fault { mirror.nasa.setFault(fault, for: .allMedia) }
        let folder = try #require(try Folder.open(disk.path))
        let least = Guarded(Int64.max)
        let outcome = try await mirror.sync { pass in
            let watcher = Task {
                while !Task.isCancelled {
                    let free = (try? folder.freeBytes()) ?? 0
                    least.withLock { $0 = min($0, free) }
                    try? await Task.sleep(for: .microseconds(200))
                }
            }
            _ = await pass.result
            watcher.cancel()
        }
        #expect(outcome.summary.stopped?.kind == .room, "\(String(describing: outcome.summary.stopped))")
        #expect(least.withLock { $0 } >= 10_000_000)
        #expect(outcome.summary.stored >= 1, "what there is room for is fetched")
        #expect(outcome.summary.pending.isEmpty)
        try mirror.expectSoundTree()

        try disk.resize(bytes: 300_000_000)
        mirror.nasa.clearFaults()
        try await mirror.sync()
        try expectAll(mirror)
    }

    @Test(.enabled(if: TinyMount.isPossible, "mounting needs root"))
    func `a disk without room for a picture ends the pass before its download, and heals with room`() async throws {
        let disk = try TinyMount(bytes: 4_000_000)
        let mirror = try MirrorUnderTest(Self.days, on: disk.path)
        try await mirror.sync(days: "2026-11-01"..."2026-11-20")
        let before = mirror.tree
        var day = try #require(mirror.nasa.day("2026-11-22"))
        day.picture?.bytes = 20_000_000
        mirror.nasa.update(day)
        let outcome = try await mirror.sync()
        let stopped = try #require(outcome.summary.stopped)
        #expect(stopped.neededBytes ?? 0 >= 20_000_000)
        #expect(stopped.description.contains("the next picture takes 20 MB, and min_free_bytes keeps"))
        #expect(mirror.files("2026-11-22") == [])
        expectKept(before, mirror)
        mirror.restart()
        try mirror.expectSoundTree()
        try disk.resize(bytes: 40_000_000)
        try await mirror.sync()
        try expectAll(mirror)
        try mirror.expectWhole("2026-11-22")
    }

    @Test(.enabled(if: TinyMount.isPossible, "mounting needs root"), arguments: [0, 4, 8, 12, 16, 24, 40, 80, 160])
    func `a disk that is full when a commit comes ends the pass and heals with room`(pages: Int) async throws {
        let disk = try TinyMount(bytes: 8_000_000)
        let mirror = try MirrorUnderTest(Self.days, on: disk.path)
        try await mirror.sync(days: "2026-11-01"..."2026-11-10")
        let before = mirror.tree
        // Somebody else's file takes all but a few pages.
        try disk.fill(leaving: pages)
        do {
            let outcome = try await mirror.sync()
            if let stopped = outcome.summary.stopped {
                #expect(stopped.kind == .room, "\(stopped)")
            } else {
                #expect(pages >= 40, "there was room for everything")
            }
        } catch let error as FolderError {
            #expect(error.isDiskFull, "\(error)")
        }
        expectKept(before, mirror)
        try disk.resize(bytes: 40_000_000)
        mirror.restart()
        try await mirror.sync()
        try expectAll(mirror)
        for date in mirror.nasa.dates where mirror.metadata(date)?.mirror.picture?.kind != .page {
            try mirror.expectWhole(date)
        }
    }

    @Test(.enabled(if: TinyMount.isPossible, "mounting needs root"))
    func `a disk that became read-only is said to be, and nothing is torn`() async throws {
        let disk = try TinyMount(bytes: 8_000_000)
        let mirror = try MirrorUnderTest(Self.days, on: disk.path)
        try await mirror.sync(days: "2026-11-01"..."2026-11-10")
        let before = mirror.tree
        mirror.restart()
        try disk.makeReadOnly(true)
        let error = try await #require(throws: FolderError.self) { try await mirror.sync() }
        #expect(error.isNotWritable)
        #expect(error.description.contains("the file system is read-only"))
        #expect(mirror.tree == before)
        try disk.makeReadOnly(false)
        try await mirror.sync()
        try expectAll(mirror)
    }
}

/// A small file system of its own in memory, mounted on a temporary folder.
final class TinyMount {
    let path: String

    static let isPossible: Bool = {
        guard geteuid() == 0, let probe = try? TinyMount(bytes: 65_536) else { return false }
        return FileManager.default.fileExists(atPath: probe.path)
    }()

    init(bytes: Int) throws {
        path = FileManager.default.temporaryDirectory.path + "/apod-mirror-disk-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            try run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit {
        try? run("umount", "--lazy", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    func resize(bytes: Int) throws {
        try? FileManager.default.removeItem(atPath: path + "/lost+found")
        try run("mount", "-o", "remount,size=\(bytes)", path)
    }

    /// A file that is still open for writing refuses it: what a mirror that was closed has open is closed on threads of its own.
    func makeReadOnly(_ isReadOnly: Bool) throws {
        let limit = ContinuousClock.now + .seconds(60)
        while true {
            do { return try run("mount", "-o", isReadOnly ? "remount,ro" : "remount,rw", path) } catch {
                if ContinuousClock.now > limit { throw error }
                usleep(20_000)
            }
        }
    }

    /// Leaves so many pages of 4 kB free.
    func fill(leaving pages: Int) throws {
        let folder = try #require(try Folder.open(path))
        let bytes = max(0, Int(try folder.freeBytes()) - pages * 4_096)
        try [UInt8](repeating: 7, count: bytes).write(to: path + "/lost+found")
    }

    private func run(_ words: String...) throws {
        let command = try TestSupport.Command(words)
        guard command.finish() == 0 else { throw CocoaError(.executableNotLoadable) }
    }
}
