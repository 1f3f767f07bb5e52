import Testing

@testable import Commands

@Suite struct CommandTests {
    @Test func `has no two of a name`() {
        for rows in [Command.all] + Command.all.map(\.subcommands) {
            #expect(Set(rows.map(\.name)).count == rows.count)
        }
        for command in Command.all {
            for row in command.subcommands {
                #expect(row.name == "\(command.name) \(row.word)")
                #expect(row.subcommands.isEmpty)
            }
        }
    }

    /// The parser must know whether a value follows before it knows which of them is meant.
    @Test func `reads options of one name alike`() {
        for (name, options) in Dictionary(grouping: CommandOption.all, by: \.name) {
            #expect(Set(options.map { $0.placeholder != nil }).count == 1, "\(name)")
            #expect(Set(options.map(\.short)).count == 1, "\(name)")
        }
        let shorts = Dictionary(grouping: CommandOption.all.filter { $0.short != nil }, by: \.short)
        #expect(shorts.values.allSatisfy { Set($0.map(\.name)).count == 1 })
        let own = CommandOption.common + CommandOption.settings
        #expect(Set(own.map(\.name)).count == own.count)
        for row in Command.rows {
            let names = row.options.map(\.name)
            #expect(Set(names).count == names.count)
            #expect(Set(names).isDisjoint(with: CommandOption.common.map(\.name)))
        }
    }

    @Test func `explains everything in one line`() {
        for help in Command.rows.map(\.help) + CommandOption.all.map(\.help) {
            #expect(!help.isEmpty && !help.contains("\n"))
        }
    }
}
