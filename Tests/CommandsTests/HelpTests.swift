import Testing

@testable import Commands

@Suite struct HelpTests {
    @Test(arguments: Command.all.map(\.name), [40, 80, 100])
    func `fits the terminal`(command: String, columns: Int) {
        for unicode in [true, false] {
            let text = Help.text(command: command, unicode: unicode, columns: columns)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(line.count <= columns, "\(line)")
                #expect(line.last != " ")
            }
        }
    }

    @Test func `puts what an option does below it where both do not fit beside each other`() {
        #expect(
            Help.text(command: "search", columns: 40).hasSuffix(
                """
                Options:
                  --favorites
                        only among the favorites
                  --reuse nasa|cc|copyright|not-said
                        only where the credit says so:
                        NASA's own, Creative Commons, a
                        copyright, or nothing

                Options and settings that every command
                takes: apod-mirror --help

                """))
    }

    @Test func `names every command, common option and setting`() {
        let text = Help.text()
        for command in Manual.commands { #expect(text.contains("  \(command.name) ")) }
        for option in CommandOption.common + CommandOption.settings { #expect(text.contains(option.usage)) }
    }

    @Test func `tells of one command what it takes`() {
        #expect(
            Help.text(command: "verify") == """
                verify: looks for damage, byte by byte

                Usage: apod-mirror verify [--repair] [--from MIRROR] [--offline] [--accept DAY…|all] [--keep
                       DAY…|all] [--json]

                Pictures and the second copies of favorites are compared with their checksums, and all that refers
                to them is looked at: names, links, the record of favorites, Today and pages. What is damaged gives
                way only to the very bytes that were stored: those of the second copy, else NASA's, else those of a
                mirror named with --from, a folder or what apod-mirror serve answers at an address. Where the sum
                that was recorded is itself lost, or the whole day is, two witnesses have to say the same: what is
                left here is one, each mirror another.

                Options:
                  --repair              repair what is damaged
                  --from MIRROR         take what NASA does not give from there; may be repeated
                  --offline             with --repair, ask no day of NASA
                  --accept DAY…|all     take the new pictures and words that were held back as doubtful
                  --keep DAY…|all       keep what is stored instead, and dispute NASA's no more
                  --json                for programs

                DAY is written as 2026-11-20; today and yesterday are understood too.
                Options and settings that every command takes: apod-mirror --help

                """)
    }

    @Test func `tells of a command's own commands what each takes`() {
        let text = Help.text(command: "favorites")
        #expect(
            text.contains(
                """
                Usage: apod-mirror favorites [list|add|remove|restore]

                """))
        for row in ["list [--json] ", "add [--album NAME] DAY… ", "remove DAY… ", "restore [--since TIME] [DAY…] "] {
            #expect(text.contains("\n  \(row)"))
        }
        for option in ["--json ", "--album NAME ", "--since TIME "] { #expect(text.contains("\n  \(option)")) }
        #expect(text.contains("\nDAY is written as") && text.contains("\nTIME is written as"))
        #expect(!text.contains("watch"))
    }

    @Test func `is plain ASCII where the locale is`() {
        #expect(Command.all.allSatisfy { Help.text(command: $0.name, unicode: false).allSatisfy(\.isASCII) })
    }

    @Test func `shows the whole for a name that nobody knows`() {
        #expect(Help.text(command: "bogus") == Help.text())
    }
}
