import Foundation
import Testing

@testable import Commands
@testable import Settings

@Suite struct ManualTests {
    /// A page as it reads, without fonts and escapes.
    private static func plain(_ page: Manual) -> String {
        let fonts = [#"\fB"#, #"\fI"#, #"\fR"#].reduce(page.text) { $0.replacing($1, with: "") }
        return fonts.replacing(#"\-"#, with: "-").replacing(#"\[u2026]"#, with: "…")
    }

    @Test func `has every command`() {
        let text = Self.plain(.program)
        for command in Manual.commands {
            for row in [command] + command.visibleSubcommands {
                #expect(text.contains(".TP\n\(row.usage)\n"), "it lacks \(row.name)")
            }
        }
    }

    @Test func `has every option and setting`() {
        let rows = Manual.commands.flatMap { [$0] + $0.visibleSubcommands }
        for option in rows.flatMap(\.options) + CommandOption.common + CommandOption.settings {
            #expect(Manual.program.text.replacing(#"\-"#, with: "-").contains(option.name), "it lacks \(option.name)")
        }
    }

    @Test func `tells nothing of what is not a person's to type`() {
        let hidden = Command.rows.filter(\.isHidden)
        #expect(hidden.map(\.name).contains("manual") && hidden.map(\.name).contains("complete"))
        for row in hidden { #expect(!Manual.program.text.replacing(#"\-"#, with: "-").contains(row.usage)) }
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
        ("DIR", [Completion.Offer.folders]), ("DIR[:DIR…]", [.folders]), ("FILE", [.files]), ("[USER]", [.users]),
        ("GROUP", [.groups]), ("YES|NO", [.word("yes", ""), .word("no", "")]),
        ("original|3840", [.word("original", ""), .word("3840", "")]), ("DAY…", [.days]),
        ("DAY…|all", [.word("all", ""), .days]), ("[YEAR|MONTH|DAY]", [.days]), ("NAME", [.albums]),
        ("DIR [YEAR|MONTH|DAY…]", [.folders]), ("", []), ("NAME[=URL]", []),
    ])
    func `knows what a shell can offer for a placeholder`(placeholder: String, offers: [Completion.Offer]) {
        #expect(Completion.Offer.all(for: placeholder) == offers)
    }
}
