import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Free memory is that of the machine, or what a control group leaves of it")
struct FreeMemoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try put("MemTotal: 4000 kB\nMemFree: 10 kB\nMemAvailable:    3000 kB\n", to: "proc/meminfo")
    }

    private func put(_ text: String, to name: String) throws {
        let url = URL(filePath: "\(folder.path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private var bytes: Int? { FreeMemory.bytes(proc: "\(folder.path)/proc", groups: "\(folder.path)/groups") }

    private func limit(_ group: String, to limit: String, usage: Int, cache: Int) throws {
        try put("\(limit)\n", to: "groups\(group)/memory.max")
        try put("\(usage)\n", to: "groups\(group)/memory.current")
        try put("anon 1\ninactive_file \(cache)\n", to: "groups\(group)/memory.stat")
    }

    @Test func `without a group it is what the machine has`() {
        #expect(bytes == 3_072_000)
    }

    @Test func `the narrowest group around the process decides, and files in the cache are free`() throws {
        try put("0::/user.slice/box/apod.service\n", to: "proc/self/cgroup")
        try limit("/user.slice/box/apod.service", to: "max", usage: 5_000, cache: 0)
        #expect(bytes == 3_072_000)
        try limit("/user.slice/box", to: "900000", usage: 700_000, cache: 50_000)
        #expect(bytes == 250_000)
        try limit("/user.slice/box/apod.service", to: "100000", usage: 150_000, cache: 0)
        #expect(bytes == 0)
    }

    @Test func `a group of version 1 counts, too`() throws {
        try put("9:name=systemd:/\n4:cpu,memory:/box\n0::/\n", to: "proc/self/cgroup")
        try put("2000000\n", to: "groups/memory/box/memory.limit_in_bytes")
        try put("1500000\n", to: "groups/memory/box/memory.usage_in_bytes")
        try put("inactive_file 7\ntotal_inactive_file 1000\n", to: "groups/memory/box/memory.stat")
        #expect(bytes == 501_000)
    }

    @Test func `this machine says how much it has`() throws {
        #expect(try #require(FreeMemory.bytes) > 0)
    }
}
