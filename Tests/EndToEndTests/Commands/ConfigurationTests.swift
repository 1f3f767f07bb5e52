import Foundation
import SampleNASA
import Testing

/// Settings as a person writes them, and what the program says when they make no sense.
@Suite(.needsBinary) struct ConfigurationTests {
    /// A program with a configuration file of the user's.
    private func program(_ text: String) throws -> Program {
        let program = try Program(ServedDays.last(30))
        let folder = program.folder + "/home/.config/apod-mirror"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: folder + "/config.json5"))
        return program
    }

    @Test func `config lists every setting, its value and where it came from`() async throws {
        let program = try program("{ keep: '400 days', // enough\n  connections: 3, connections_per_host: 2 }")
        let ended = try await program.run(
            "config", "--history", "year", adding: ["APOD_MIRROR_CONNECTIONS_PER_HOST": "1"])
        #expect(ended.code == 0)
        func row(_ key: String) -> String {
            let line = ended.output.split(separator: "\n").first { $0.hasPrefix(key + " ") } ?? ""
            return line.split(separator: " ").joined(separator: " ")
        }
        #expect(row("keep") == "keep 400 days ~/.config/apod-mirror/config.json5")
        #expect(row("connections") == "connections 3 ~/.config/apod-mirror/config.json5")
        #expect(row("connections_per_host") == "connections_per_host 1 APOD_MIRROR_CONNECTIONS_PER_HOST")
        #expect(row("history") == "history year command line")
        #expect(row("picture_size") == "picture_size original built in")
        #expect(row("mirror").hasSuffix("/APOD APOD_MIRROR_MIRROR"))
        #expect(ended.output.split(separator: "\n").count == 17)
    }

    @Test(arguments: [
        ("{ hsitory: 'year' }", "there is no setting hsitory. Is history meant?"),
        ("{\n colour: 1 }", "config.json5, line 2: there is no setting colour. Settings are mirror, "),
        ("{ connections: 'many' }", "connections is “many”; allowed: "),
        ("{ connections: 99 }", "connections is 99; allowed: "),
        ("{ history: ['year'] }", "history is [“year”]; allowed: month, year, all"),
        ("{ thumbnails: 'maybe' }", "thumbnails is “maybe”; allowed: "),
        ("{ picture_size: 1000 }", "picture_size is 1000; allowed: "),
        ("{ max_video_bytes: '1 parsec' }", "max_video_bytes is “1 parsec”; allowed: "),
        ("{ mirror: 'relative/APOD' }", "which is a relative path"),
        ("{ source: 'ftp' }", "source is “ftp”; allowed: "),
        ("{ keep: 10 }", "keep is 10 days, shorter than history, which is month"),
        ("{ keep: 400, keep: 500 }", "sets keep more than once"),
        ("{ keep: 400", "is not valid JSON5"), ("[]", "must hold settings between braces"),
        ("{ history: '\\u001b[31mred' }", "allowed: month, year, all"),
    ])
    func `a mistake in a file names file, key and what is allowed`(text: String, sentence: String) async throws {
        let program = try program(text)
        let ended = try await program.run("show")
        #expect(ended.code == 78)
        #expect(ended.output == "")
        #expect(ended.errors.contains(sentence))
        #expect(ended.errors.contains("\(program.folder)/home/.config/apod-mirror/config.json5"))
        #expect(ended.errors.split(separator: "\n").count == 1)
        #expect(!ended.errors.contains("\u{1B}"))
    }

    @Test func `a mistake in the environment names the variable`() async throws {
        let program = try Program(ServedDays.last(1))
        let value = try await program.run("config", adding: ["APOD_MIRROR_HISTORY": "ever"])
        #expect(value.code == 78)
        #expect(value.errors.contains("APOD_MIRROR_HISTORY is “ever”; allowed: month, year, all"))
        let name = try await program.run("config", adding: ["APOD_MIRROR_HSITORY": "all"])
        #expect(name.code == 78)
        #expect(name.errors.contains("Is APOD_MIRROR_HISTORY meant?"))
    }

    @Test func `a named file takes the place of the others, and must be there`() async throws {
        let program = try program("{ nonsense: 1 }")
        let file = program.folder + "/other.json5"
        try Data("{ picture_size: '1920' }".utf8).write(to: URL(filePath: file))
        let ended = try await program.run("config", "--config", file)
        #expect(ended.code == 0)
        #expect(ended.output.contains(#/picture_size +1920 +\/.*other\.json5\n/#))
        let missing = try await program.run("config", "--config", file + "x")
        #expect(missing.code == 78)
        #expect(missing.errors.contains("There is no file \(file)x."))
    }

    @Test func `a key stands in no output and no address`() async throws {
        var options = ServedDays.last(3)
        options.requiredKey = "s3cret"
        let program = try Program(options)
        let file = program.folder + "/key"
        try Data("s3cret\n".utf8).write(to: URL(filePath: file))
        let source = "planetary-apod=\(program.server.planetaryURL)"
        let refused = try await program.run("sync", "--create", "--history", "3", "--source", source)
        #expect(refused.code == 69)
        let arguments = ["sync", "--history", "3", "--source", source, "--verbose", "--api-key-file", file]
        let ended = try await program.start(arguments).end()
        #expect(ended.code == 0)
        #expect(!(ended.output + ended.errors).contains("s3cret"))
        #expect(!program.server.requests.contains { $0.path.contains("s3cret") })
        #expect(try await MirrorFiles(program).visible.count == 3)
    }
}
