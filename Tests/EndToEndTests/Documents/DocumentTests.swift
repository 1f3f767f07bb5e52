import Foundation
import TestSupport
import Testing

/// The documentation keeps together: its links lead somewhere, and the files that it names are there.
@Suite struct DocumentTests {
    private func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Document.checkout.appending(path: path).standardized.path)
    }

    @Test func `every relative link leads to a file and a heading`() throws {
        let pages = try Document.all.get()
        #expect(pages.contains { $0.path == "README.md" } && pages.contains { $0.path == "docs/serve.md" })
        for page in pages {
            let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
            for link in page.links where !link.contains("://") {
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target =
                    parts[0].isEmpty
                    ? page.path : String(folder.appending(path: String(parts[0])).standardized.path.dropFirst())
                #expect(isThere(target), "\(page.path) leads to \(link)")
                guard parts.count == 2, let other = pages.first(where: { $0.path == target }) else { continue }
                #expect(other.anchors.contains(String(parts[1])), "\(page.path) leads to \(link)")
            }
        }
    }

    @Test func `README leads to every page`() throws {
        let links = try Document("README.md").links.map { $0.prefix { $0 != "#" } }
        for page in try Document.all.get() where page.path != "README.md" {
            #expect(links.contains(page.path[...]), "README.md does not lead to \(page.path)")
        }
    }

    @Test func `scripts and files of the checkout that are named are there`() throws {
        for page in try Document.all.get() {
            let words = page.code.compactMap { $0.split(separator: " ").first }
            for word in words where word.firstMatch(of: #/^(Tests|systemd|docs|Sources|\.ci)\//#) != nil {
                #expect(isThere(String(word)), "\(page.path) names \(word)")
            }
        }
    }
}

/// The settings in the documentation are those that the program understands.
@Suite(.needsBinary) struct DocumentedSettingTests {
    @Test func `examples are accepted`() async throws {
        let folder = try TemporaryFolder()
        let pages = try Document.all.get()
        let files = pages.flatMap(\.blocks).filter { $0.language == "json5" }.map { $0.lines.joined(separator: "\n") }
        let lines = pages.flatMap(\.code).filter { $0.wholeMatch(of: #/[a-z_]+: \S.*/#) != nil }.map { "{ \($0) }" }
        #expect(!files.isEmpty && !lines.isEmpty)
        for text in files + lines {
            try folder.write(text, to: "config.json5")
            let ended = try await Child(
                Program.binary, ["config", "--config", folder.path + "/config.json5"],
                environment: ["HOME": folder.path]
            ).end()
            #expect(ended.code == 0, "\(text): \(ended.errors)")
        }
    }
}
