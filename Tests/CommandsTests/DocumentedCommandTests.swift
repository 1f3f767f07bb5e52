import Days
import TestSupport
import Testing

@testable import Commands
@testable import Settings

/// The commands and settings in the documentation are those that there are.
@Suite struct DocumentedCommandTests {
    /// What stands for something of the reader's, and something that it may stand for.
    private static let examples = [
        "DAY": "2026-11-20", "TIME": "2h", "WORDS": "pleiades", "USER": "ada", "DIR": "/srv/APOD", "GROUP": "users",
        "URL|DIR": "http://nas.local:8095",
    ]

    /// The words behind the program's name; nil for a line that is no command of ours.
    private func words(_ code: String) -> [String]? {
        let line = code.hasPrefix("sudo ") ? code.dropFirst(5) : code[...]
        guard line == "apod-mirror" || line.hasPrefix("apod-mirror ") else { return nil }
        // In a table of commands two spaces are followed by what they do.
        let command = line.prefix { !";&".contains($0) }.split(separator: #/ {2,}| \| /#).first ?? ""
        return command.split(separator: " ").dropFirst().map { word in
            let bare = word.filter { !"[]…".contains($0) }
            return Self.examples[bare] ?? bare
        }
    }

    @Test func `every command is understood`() throws {
        let commands = try Document.all.get().flatMap { page in
            page.code.compactMap(words).map { (page.path, $0) }
        }
        #expect(commands.count > 40)
        for (page, words) in commands {
            #expect(throws: Never.self, "\(page): apod-mirror \(words.joined(separator: " "))") {
                try Invocation(words, today: Day(number: 20_777))
            }
        }
    }

    @Test func `every setting is listed with its default`() throws {
        let page = try Document("docs/settings.md")
        let rows = page.tables.filter { $0.count == 3 && $0[0].hasPrefix("`") }
        #expect(rows.map { $0[0] } == Setting.all.map { "`\($0.key)`" })
        for (row, setting) in zip(rows, Setting.all) where setting.key != "mirror" {
            // Files have true where the command line has yes.
            let value = setting.builtIn == "yes" ? "true" : setting.builtIn
            #expect(row[2] == (value.isEmpty ? "none" : "`\(value)`"))
        }
    }
}
