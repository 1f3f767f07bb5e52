import Days
import HTTP
import Testing

@testable import Commands
@testable import Settings
@testable import Setup

@Suite("The command line of setup") struct SetupInvocationTests {
    private func invocation(_ line: String) throws -> Invocation {
        try Invocation(line.split(separator: " ").map(String.init), today: Day.first)
    }

    @Test func `a user, a folder and a group`() throws {
        let invocation = try invocation("setup anna --mirror /srv/APOD --share family")
        #expect(invocation.action == SetUpService(user: "anna", share: "family"))
        #expect(invocation.settings == [SettingOption(key: "mirror", text: "/srv/APOD")])
        #expect(try self.invocation("setup").action == SetUpService())
        #expect(try self.invocation("setup --user").action == SetUpService(isUserService: true))
        for (line, isWanted) in [("setup --user --wallpaper", true), ("setup --wallpaper no --user", false)] {
            #expect(
                try self.invocation(line).action == SetUpService(isUserService: true, wallpaper: isWanted))
        }
        let served = ServePlan.usual
        #expect(
            try self.invocation("setup anna --serve").action == SetUpService(user: "anna", serving: .at(served))
        )
        #expect(
            try self.invocation("setup --serve anna").action == SetUpService(user: "anna", serving: .at(served))
        )
        let other = SocketAddress(host: "0.0.0.0", port: 80)
        for line in ["setup --serve 0.0.0.0:80 anna", "setup anna --serve=0.0.0.0:80"] {
            #expect(try self.invocation(line).action == SetUpService(user: "anna", serving: .at(other)))
        }
        #expect(
            try self.invocation("setup anna --serve --favorites-by-web").action
                == SetUpService(user: "anna", serving: .at(served), takesStars: true))
        #expect(
            try self.invocation("setup --favorites-by-web no").action == SetUpService(takesStars: false))
        #expect(try self.invocation("setup --serve no").action == SetUpService(serving: .off))
        #expect(try self.invocation("setup --remove anna").action == SetUpService(user: "anna", removes: true))
    }

    @Test(arguments: [
        ("setup anna --history year", "setup does not take --history."),
        ("setup anna --config x", "setup does not take --config."),
        ("setup --remove --mirror /x", "setup --remove does not take --mirror."),
        ("setup --remove --share x", "setup --remove takes no --share."),
        ("setup --remove --favorites-by-web", "setup --remove takes no --favorites-by-web."),
        ("setup anna bert", "setup takes only one user; “bert” is one too many."),
        ("setup anna --user", "setup --user is for the user who calls it; name no other."),
        ("setup --user --wallpaper=off", "--wallpaper takes no “off”; it stands alone, or with no."),
        ("setup --favorites-by-web=off", "--favorites-by-web takes no “off”; it stands alone, or with no."),
    ])
    func `what it would have to ignore is refused`(line: String, sentence: String) throws {
        let error = #expect(throws: UsageError.self) { try invocation(line) }
        #expect(error?.sentence == sentence)
    }

    @Test(arguments: [
        ("~/APOD", "/root/APOD"), ("~", "/root"), ("/srv/My APOD/", "'/srv/My APOD'"), ("APOD", "/srv/APOD"),
    ])
    func `the line for root names the mirror as the user meant it`(mirror: String, path: String) throws {
        let call = Call(
            options: [SettingOption(key: "mirror", text: mirror)], configurationFile: nil, threshold: .notice,
            process: ProcessEnvironment(environment: [:], home: "/home/anna", workingDirectory: "/srv"),
            output: Output([:]))
        #expect(SetUpService().line(call, for: "root") == "apod-mirror setup root --mirror \(path)")
    }

    @Test func `the step that runs as the user is no person's business`() throws {
        #expect(!Help.text().contains("service-root"))
        for words in ["service-root", "service-root no-such-user 2026-11-20 /srv/APOD"] {
            #expect(UserProcess.run(words.split(separator: " ").map(String.init)) == nil)
            let error = #expect(throws: UsageError.self) { try invocation(words) }
            #expect(error?.sentence == "There is no command “service-root”.")
        }
    }
}
