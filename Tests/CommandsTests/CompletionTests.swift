import Testing

@testable import Commands

@Suite("What a shell may offer") struct CompletionTests {
    private func words(_ words: String...) -> [String] {
        let completion = Completion(words)
        return completion.offers.compactMap { offer in
            if case .word(let word, _) = offer, word.hasPrefix(completion.typed) { word } else { nil }
        }
    }

    @Test func `every command and option is offered, with what it does`() {
        #expect(Completion([""]).offers == Manual.commands.map { .word($0.name, $0.help) })
        for command in Manual.commands {
            for row in [command] + command.visibleSubcommands {
                let offered = words(row.name, "-") + words(row.name.split(separator: " ").joined(separator: " "), "-")
                let names = Completion(row.name.split(separator: " ").map(String.init) + ["-"]).offers
                for option in row.options + CommandOption.common + CommandOption.settings {
                    let name = option.placeholder == nil ? option.name : option.name + "="
                    #expect(names.contains(.word(name, option.help)), "\(row.name) \(option.name) of \(offered)")
                }
            }
        }
    }

    @Test func `nothing is offered that is not a person's to type`() {
        for row in Command.rows where row.isHidden {
            let above = row.name.split(separator: " ").dropLast().map(String.init)
            let offers = Completion(above + [""]).offers
            #expect(!offers.contains(.word(row.word, row.help)), "\(row.name)")
        }
    }

    @Test func `a command's own come with it, wherever options stand`() {
        #expect(words("favorites", "re") == ["remove", "restore"])
        #expect(words("--mirror", "/srv/sync", "favorites", "re") == ["remove", "restore"])
        #expect(words("--mirror", "=", "/srv/sync", "favorites", "a") == ["add"])
        #expect(words("--mirror=/srv/favorites", "fav") == ["favorites"])
        #expect(words("-q", "verify", "--rep") == ["--repair"])
        #expect(words("--serve", "setup", "--rem") == ["--remove"], "the value may be missing")
        #expect(words("favorites", "add", "--al") == ["--album=", "--aliases="])
    }

    @Test func `values are offered in any form, and kinds of names`() {
        for typed in [["sync", "--video", "pa"], ["sync", "--video", "=", "pa"], ["sync", "--video=pa"]] {
            let completion = Completion(typed)
            #expect(completion.typed == "pa" && completion.offers == [.word("download", ""), .word("page", "")])
        }
        #expect(Completion(["--mirror", "/et"]).offers == [.folders])
        #expect(Completion(["--config="]).offers == [.files])
        #expect(Completion(["setup", ""]).offers == [.users])
        #expect(Completion(["setup", "--share", ""]).offers == [.groups])
        #expect(Completion(["show", ""]).offers == [.days])
        #expect(Completion(["verify", "--accept", "a"]).offers == [.word("all", ""), .days])
        #expect(Completion(["favorites", "add", "2026-11-20", "--album", ""]).offers == [.albums])
        #expect(Completion(["status", ""]).offers == [])
    }
}
