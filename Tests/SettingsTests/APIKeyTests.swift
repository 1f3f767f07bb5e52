import Testing

@testable import MirrorTestSupport
@testable import Settings

@Suite struct APIKeyTests {
    private func key(credential: String?, file: String? = nil) throws -> String? {
        let home = try TemporaryHome()
        home.environment = ["CREDENTIALS_DIRECTORY": home.root + "/etc"]
        if let credential { try home.write(credential, to: "etc/nasa-api-key") }
        var configuration = Configuration(mirror: "/m")
        if let file {
            try home.write(file, to: "work/key")
            configuration.apiKeyFile = home.root + "/work/key"
        }
        return try APIKey.load(configuration, home.process)?.value
    }

    @Test func `is what systemd hands over, or what the settings name`() throws {
        #expect(try key(credential: "abc\n") == "abc")
        #expect(try key(credential: "abc\n", file: "def") == "def")
    }

    @Test(arguments: [nil, "", "\n", " \r\n"]) func `is none where the machine has none`(credential: String?) throws {
        #expect(try key(credential: credential) == nil)
    }

    @Test(arguments: ["", "\n", "two words", "schlüssel"]) func `is refused where a file should have one`(file: String)
    {
        #expect { try key(credential: nil, file: file) } throws: { error in
            "\(error)".hasSuffix("must hold the key and nothing else: one word of plain ASCII.")
        }
    }

    @Test func `is never quoted`() {
        #expect { try key(credential: "not one") } throws: { !"\($0)".contains("not one") }
    }
}
