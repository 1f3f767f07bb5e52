import Testing

@testable import Commands
@testable import Settings

@Suite struct ManualTests {
    private static let completions = [Manual.bash, .zsh, .fish]

    @Test(arguments: [Manual.program] + completions) func `has every command`(page: Manual) {
        for command in Manual.commands {
            #expect(page.text.contains(command.name))
            for row in command.visibleSubcommands { #expect(page.text.contains(row.word)) }
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
        let settings = Manual.settings.text.replacing(#"\-"#, with: "-")
        for setting in Setting.all {
            #expect(program.contains(setting.variable.split(separator: "_").last ?? ""))
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
        ("DAY…", .nothing), ("", .nothing), ("NAME[=URL]", .nothing),
    ])
    func `knows what a shell can offer for a placeholder`(placeholder: String, value: CompletedValue) {
        #expect(CompletedValue(placeholder) == value)
    }
}
