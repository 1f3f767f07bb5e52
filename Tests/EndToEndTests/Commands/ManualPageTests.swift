import Foundation
import TestSupport
import Testing

/// The man pages, as the tools that show and index them read them.
@Suite(.needsBinary) struct ManualPageTests {
    private static let pages = ["apod-mirror.1", "apod-mirror.json5.5"]

    /// The page in a file of its own, and what a tool says of it.
    private func ended(_ page: String, _ tool: String, _ options: [String]) async throws -> Child.Ended {
        let folder = try TemporaryFolder()
        let printed = try await Child(Program.binary, ["manual", page], environment: [:]).end()
        #expect(printed.code == 0)
        try folder.write(printed.output, to: page)
        return try await Child(
            "/usr/bin/env", [tool] + options + ["\(folder.path)/\(page)"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80"]
        ).end()
    }

    @Test(.needs(tool: "groff"), arguments: pages) func `give groff nothing to warn of`(page: String) async throws {
        let ended = try await ended(page, "groff", ["-man", "-ww", "-z"])
        #expect(ended == Child.Ended(code: 0, output: "", errors: ""))
    }

    @Test(.needs(tool: "man"), arguments: pages) func `are shown by man`(page: String) async throws {
        let ended = try await ended(page, "man", ["--warnings", "-P", "cat", "-l"])
        #expect(ended.code == 0 && ended.errors.isEmpty)
        #expect(ended.output.contains("SEE ALSO"))
        #expect(!ended.output.contains("\\"))
    }

    @Test(.needs(tool: "lexgrog"), arguments: pages) func `have a line for the index`(page: String) async throws {
        let ended = try await ended(page, "lexgrog", [])
        #expect(ended.code == 0)
        let name = page.dropLast(2)
        #expect(ended.output.contains(": \"\(name) - "))
    }

    @Test func `need no settings`() async throws {
        let ended = try await Child(
            Program.binary, ["manual", "bash"], environment: ["APOD_MIRROR_CONNECTIONS": "none"]
        ).end()
        #expect(ended.code == 0)
    }
}
