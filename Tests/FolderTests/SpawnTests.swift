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
        func end(_ script: String, within seconds: Int32) throws -> Int32 {
            let number = try Spawn.start("/bin/sh", ["-c", script], environment: [:], streams: [nil, nil, nil])
            return Spawn.end(of: number, within: seconds)
        }
        #expect(try end("exit 3", within: 100) == 3)
        #expect(try end("kill -STOP $$", within: 0) == 128 + SIGKILL)
    }
}
