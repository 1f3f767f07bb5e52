import Foundation
import Testing

@testable import Folder

@Suite struct SpawnTests {
    @Test func `a program has its streams and nothing else of what is open here`() throws {
        // As a library may leave it: without CLOEXEC.
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let output = try OpenFile.inMemory("output")
        let script = "n=0; while [ $n -lt 4096 ]; do [ -e /proc/$$/fd/$n ] && echo $n; n=$((n + 1)); done; true"
        let number = try Spawn.start(
            "/bin/sh", ["-c", script], environment: [:], streams: [nil, output.descriptor, nil])
        #expect(Spawn.end(of: number) == 0)
        #expect(String(decoding: try output.read(1_000, at: 0), as: UTF8.self) == "0\n1\n2\n")
    }

    @Test func `a program that somebody stops does not hold its starter up`() throws {
        func start(_ script: String) throws -> Int32 {
            try Spawn.start("/bin/sh", ["-c", script], environment: [:], streams: [nil, nil, nil])
        }
        #expect(Spawn.end(of: try start("exit 3"), within: 100) == 3)
        #expect(Spawn.end(of: try start("kill -STOP $$"), within: 0) == 128 + SIGKILL)
        // Where the kernel has no descriptors of processes.
        #expect(Spawn.end(of: try start("exit 3"), askingFor: 100) == 3)
        #expect(Spawn.end(of: try start("kill -STOP $$"), askingFor: 0) == 128 + SIGKILL)
    }

    @Test func `a standard stream of ours can be another one of the program's`() throws {
        let output = try OpenFile.inMemory("output")
        let script = "[ /proc/self/fd/1 -ef /proc/self/fd/2 ] && exit 1; exit 0"
        let number = try Spawn.start(
            "/bin/sh", ["-c", script], environment: [:], streams: [nil, output.descriptor, 1])
        #expect(Spawn.end(of: number) == 0)
    }
}
