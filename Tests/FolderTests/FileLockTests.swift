import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("A lock has one holder")
struct FileLockTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test func `another process cannot take it while it is held, and can when it is not`() throws {
        let path = "\(temporary.path)/lock"
        var lock: FileLock? = try FileLock("lock", in: temporary.folder)
        #expect(!Command.succeeds("flock", "--nonblock", path, "true"))
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(Command.succeeds("flock", "--nonblock", path, "true"))
    }

    @Test func `the lock of another process is told by its path`() throws {
        try temporary.write("", to: "lock")
        let other = try Command(["flock", "\(temporary.path)/lock", "sh", "-c", "echo held; cat"])
        #expect(other.firstWords() == "held\n")
        #expect(throws: FolderError.locked(path: "\(temporary.path)/lock")) {
            try FileLock("lock", in: temporary.folder)
        }
        other.finish()
        _ = try FileLock("lock", in: temporary.folder)
    }

    @Test func `two holders in one process exclude each other too`() throws {
        let first = try FileLock("lock", in: temporary.folder)
        #expect(throws: FolderError.self) { try FileLock("lock", in: temporary.folder) }
        withExtendedLifetime(first) {}
    }

    @Test func `a copy of the descriptor, as a process being started has it, does not keep it`() throws {
        var lock: FileLock? = try FileLock("lock", in: temporary.folder)
        let path = "\(temporary.path)/lock"
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        let descriptor = try #require(
            open.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path })
        let copy = dup(descriptor)
        defer { close(copy) }
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try FileLock("lock", in: temporary.folder)
    }

    @Test func `the file stays when the lock goes, with what stands in it`() throws {
        try temporary.write("/run/apod-mirror", to: "lock")
        _ = try FileLock("lock", in: temporary.folder)
        #expect(try temporary.text("lock") == "/run/apod-mirror")
    }
}
