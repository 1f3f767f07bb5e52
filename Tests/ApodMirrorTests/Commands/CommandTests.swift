import Testing

@testable import ApodMirror

@Suite struct CommandTests {
    @Test func `has no two of a name`() {
        let names = CommandOption.all.map(\.name) + CommandOption.all.compactMap(\.short)
        let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
        #expect(repeated.isEmpty)
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    }

    @Test func `explains everything in one line`() {
        for help in Command.all.map(\.help) + CommandOption.all.map(\.help) {
            #expect(!help.isEmpty && !help.contains("\n"))
        }
    }
}
