import Foundation
import Testing

@testable import Commands
@testable import Settings

@Suite struct ManualTests {
    private static let completions = [Manual.bash, .zsh, .fish]

    /// A page as it reads, without fonts and escapes.
    private static func plain(_ page: Manual) -> String {
        let fonts = [#"\fB"#, #"\fI"#, #"\fR"#].reduce(page.text) { $0.replacing($1, with: "") }
        return fonts.replacing(#"\-"#, with: "-").replacing(#"\[u2026]"#, with: "…")
    }

    /// What stands in a page for a command alone, or for one below a command: its name would stand in many a sentence.
    private static func entry(_ row: Command, isBelow: Bool, in page: Manual) -> String {
        switch page {
        case .bash: isBelow ? "    \"\(row.name)\") options=" : "    \"\(row.name) \"*) options="
        case .zsh: "'\(row.word):\(row.help.replacing("'", with: #"'\''"#))'\n"
        case .fish: " -a \(row.word) -d '\(row.help.replacing("'", with: #"\'"#))'\n"
        default: ".TP\n\(row.usage)\n"
        }
    }

    @Test(arguments: [Manual.program] + completions) func `has every command`(page: Manual) {
        let text = Self.plain(page)
        for command in Manual.commands {
            let rows = [(command, false)] + command.visibleSubcommands.map { ($0, true) }
            for (row, isBelow) in rows {
                #expect(text.contains(Self.entry(row, isBelow: isBelow, in: page)), "\(page) lacks \(row.name)")
            }
        }
    }

    @Test(arguments: [Manual.program] + completions) func `has every option and setting`(page: Manual) {
        let rows = Manual.commands.flatMap { [$0] + $0.visibleSubcommands }
        for option in rows.flatMap(\.options) + CommandOption.common + CommandOption.settings {
            let name = page == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
            #expect(page.text.replacing(#"\-"#, with: "-").contains(name), "\(page) lacks \(option.name)")
        }
    }

    @Test func `tells nothing of what is not a person's to type`() {
        let hidden = Command.rows.filter(\.isHidden)
        #expect(hidden.map(\.name).contains("manual"))
        for row in hidden {
            #expect(!Manual.program.text.replacing(#"\-"#, with: "-").contains(row.usage))
            for page in Self.completions {
                // A comment tells which command printed it.
                let lines = page.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                let words = lines.flatMap { $0.split { !($0.isLetter || $0 == "-") } }
                #expect(!words.contains { $0 == row.word }, "\(page) has \(row.name)")
            }
        }
    }

    @Test func `explains every setting, variable and exit code`() {
        let program = Manual.program.text
        let environment = Self.plain(.program).components(separatedBy: ".SH ENVIRONMENT\n").last ?? ""
        let settings = Manual.settings.text.replacing(#"\-"#, with: "-")
        for setting in Setting.all {
            #expect(environment.contains(".TP\n\(setting.variable)\n"), "\(setting.variable) is not told")
            #expect(settings.contains(".TP\n\\fB\(setting.key)\\fR\n"))
            #expect(settings.contains(setting.allowed.replacing("'", with: #"\(aq"#)))
        }
        for code in ExitCode.allCases { #expect(program.contains("\\fB\(code.rawValue)\\fR\n")) }
        for section in ["FILES", "ENVIRONMENT", "SIGNALS", "EXIT STATUS"] {
            #expect(program.contains(".SH \(section)\n"))
        }
    }

    @Test func `escapes what roff would take for its own`() {
        var page = Roff("x", section: 1, heading: "y")
        page.paragraph(".apod-mirror 'a' \\n \"b\" ~ ^ ` … 🔭")
        #expect(
            page.text.hasSuffix(
                #"""
                .PP
                \&.apod\-mirror \(aqa\(aq \en \(dqb\(dq \(ti \(ha \(ga \[u2026] \[u1F52D]

                """#))
        page.item("--since DAY", "One.", "", "Two.")
        #expect(page.text.hasSuffix(".TP\n\\fB\\-\\-since \\fIDAY\\fR\nOne.\n.IP\nTwo.\n"))
    }

    @Test(arguments: [
        ("DIR", CompletedValue.folders), ("DIR[:DIR…]", .folders), ("FILE", .files), ("[USER]", .users),
        ("GROUP", .groups), ("YES|NO", .words(["yes", "no"])), ("original|3840", .words(["original", "3840"])),
        ("DAY…", .nothing), ("DAY…|all", .words(["all"])), ("", .nothing), ("NAME[=URL]", .nothing),
    ])
    func `knows what a shell can offer for a placeholder`(placeholder: String, value: CompletedValue) {
        #expect(CompletedValue(placeholder) == value)
    }
}
