package import Foundation

/// A page of the documentation, read as Markdown as far as tests need it.
package struct Document: Sendable {
    /// A block between fences, or an indented one.
    package struct Block: Sendable {
        /// Of an indented block it is empty.
        package let language: String
        package let lines: [String]
    }

    package static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardized

    /// The place in the checkout, such as `docs/gallery.md`.
    package let path: String
    package let blocks: [Block]
    package let headings: [String]
    /// The targets of links and pictures, as they stand in the text.
    package let links: [String]
    /// Code within the text, each on one line.
    package let inlineCode: [String]
    /// The rows of all tables, but for their heads' rules.
    package let tables: [[String]]

    package init(_ path: String) throws {
        let text = try String(contentsOf: Self.checkout.appending(path: path), encoding: .utf8)
        var (blocks, prose): ([Block], [String]) = ([], [])
        var lines = text.components(separatedBy: "\n")[...]
        while let line = lines.popFirst() {
            if line.hasPrefix("```") {
                let content = lines.prefix { !$0.hasPrefix("```") }
                lines = lines.dropFirst(content.count + 1)
                blocks.append(Block(language: String(line.dropFirst(3)), lines: Array(content)))
            } else if line.hasPrefix("    "), prose.last?.isEmpty ?? true {
                let content = [line] + lines.prefix { $0.hasPrefix("    ") }
                lines = lines.dropFirst(content.count - 1)
                blocks.append(Block(language: "", lines: content.map { String($0.dropFirst(4)) }))
            } else {
                prose.append(line)
            }
        }
        self.path = path
        self.blocks = blocks
        headings = prose.filter { $0.wholeMatch(of: #/#{1,6} .+/#) != nil }.map { line in
            String(line.drop { $0 == "#" }.dropFirst())
        }
        let whole = prose.joined(separator: "\n")
        inlineCode = whole.matches(of: #/`([^`]+)`/#).map { String($0.1).replacing("\n", with: " ") }
        tables = prose.filter { $0.hasPrefix("| ") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let plain = whole.replacing(#/`[^`]+`/#, with: "")
        links =
            plain.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
            + plain.matches(of: #/(?m)^\[[^\]]+\]: (\S+)/#).map { String($0.1) }
    }

    /// All pages of the checkout.
    package static let all: Result<[Document], any Error> = Result {
        let names = FileManager.default.enumerator(
            at: checkout, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let root = checkout.path + "/"
        return try (names?.allObjects ?? []).compactMap { ($0 as? URL)?.standardized.path }
            .filter { $0.hasSuffix(".md") && $0.hasPrefix(root) }
            .map { try Document(String($0.dropFirst(root.count))) }
            .sorted { $0.path < $1.path }
    }
}

extension Document {
    /// What a link to each heading ends with, as GitHub and GitLab make it of the heading.
    package var anchors: Set<String> {
        var taken: Set<String> = []
        for heading in headings {
            let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            let name = kept.replacing(" ", with: "-")
            let number = (1...).first { !taken.contains("\(name)-\($0)") } ?? 1
            taken.insert(taken.contains(name) ? "\(name)-\(number)" : name)
        }
        return taken
    }

    /// The lines behind a prompt.
    package var consoleCommands: [String] {
        blocks.filter { $0.language == "console" }.flatMap(\.lines).filter { $0.hasPrefix("$ ") }
            .map { String($0.dropFirst(2)) }
    }

    /// All code: inline, at a prompt, and the lines of indented blocks.
    package var code: [String] {
        inlineCode + consoleCommands + blocks.filter { $0.language.isEmpty }.flatMap(\.lines)
    }
}
