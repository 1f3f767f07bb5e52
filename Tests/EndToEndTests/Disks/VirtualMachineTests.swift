import Foundation
import TestSupport
import Testing

/// The tests of disks once more, on a kernel that has the file systems of sticks and cards where this machine's has none.
@Suite(.needsBinary) struct VirtualMachineTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../virtual-machine").standardized.path

    @Test(
        .enabled(if: Abilities.isLong, "an emulated machine takes minutes: Tests/run --long"), .timeLimit(.minutes(55)))
    func `what holds on the disks of this machine holds on sticks and cards`() async throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let ended = try await Child(
            Self.script,
            [
                "env", "HOME=/root", "LANG=C.UTF-8", "APOD_MIRROR_BINARY=\(Program.binary)",
                "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2", tests, "--testing-library", "swift-testing",
                "--filter", "EndToEndTests.DiskTests/|FolderTests.SpellingTests/",
            ], environment: ProcessInfo.processInfo.environment
        ).end(within: .seconds(50 * 60))
        #expect(ended.code == 0, "\(ended.output) \(ended.errors)")
        // ext4, vfat, exFAT, and ext4 where case does not count.
        let passed = "\"NASA corrects titles, their case and pictures\" with 4 test cases passed"
        #expect(ended.output.contains(passed), "\(ended.output)")
    }
}
