import Foundation
import SampleNASA
import TestSupport
import Testing

/// The first of December: the old API's address answers as the new API does, and says so everywhere.
@Suite(.needsBinary) struct OtherFormTests {
    private let program: Program
    private let file: String

    init() throws {
        program = try Program(ServedDays.last(5))
        file = program.folder + "/home/old.json5"
    }

    /// - Parameter source: what stands in the settings file's third line.
    private func run(_ source: String, _ words: String...) async throws -> Child.Ended {
        let text = "{\n    mirror: \"\(program.root)\",\n    source: \"\(source)\",\n}\n"
        try Data(text.utf8).write(to: URL(filePath: file))
        // The environment would win over the file.
        let own = program.environment.filter { !["APOD_MIRROR_SOURCE", "APOD_MIRROR_MIRROR"].contains($0.key) }
        let all = words + ["--config", file]
        return try await Child(Program.binary, all, environment: own).end()
    }

    private func sentence(_ address: String, _ source: String) -> String {
        "\(address) answers in the other form (\(source.prefix { $0 != "=" })): "
            + "write source: \"\(source)\" in line 3 of \(file)"
    }

    /// The files of the mirror but for its own notes, and the first page, which tells NASA's last answer.
    private func files() throws -> [String: Data] {
        let root = URL(filePath: program.root)
        var found: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: program.root) ?? .init()
        where !name.hasPrefix(".apod-mirror") && name != "index.html" {
            found[name] = try? Data(contentsOf: root.appending(path: name))
        }
        return found
    }

    @Test(arguments: [false, true])
    func `one sentence, in sync, status and config, and what it says helps`(isRedirect: Bool) async throws {
        let server = program.server
        let other = try SampleNASA.started(ServedDays.last(5))
        defer { other.stop() }
        let old = "planetary-apod=\(server.planetaryURL)"
        let new = "apod-basic=\(isRedirect ? other.apodBasicURL : server.planetaryURL)"
        let made = try await run(old, "sync", "--create", "--since", ServedDays.ago(3), "--until", ServedDays.ago(2))
        #expect(made.code == 0, "\(made.errors)")
        let before = try files()
        let served = try await ServedMirror(program)
        let target = "/planetary/apod?date=\(ServedDays.ago(3))"
        let answer = try await served.get(target)
        #expect(answer.status == 200)

        server.setFault(isRedirect ? .redirect(to: other.apodBasicURL) : .switchedGateway, for: .entries)
        let expected = sentence(server.planetaryURL, new)
        for _ in 0..<2 {
            let ended = try await run(old, "sync")
            #expect(ended.code == 69 && ended.errors == "apod-mirror: \(expected)\n", "\(ended.errors)")
        }
        #expect(try files() == before)
        let status = try await run(old, "status")
        #expect(status.output.contains("Problem: \(expected)\n"), "\(status.output)")
        let config = try await run(old, "config")
        #expect(config.code == 0 && config.errors == expected + ".\n", "\(config.errors)")
        // Whoever asks this mirror notices nothing.
        let again = try await served.get(target)
        #expect(again.status == 200 && again.body == answer.body)

        if isRedirect {
            server.stop()
            let right = try await run(new, "sync")
            #expect(right.code == 0, "\(right.output)\(right.errors)")
            #expect(try await run(new, "config").errors == "")
            #expect(!(try await run(new, "status")).output.contains("Problem"))
        } else {
            server.clearFaults()
            #expect(try await run(old, "sync").code == 0)
            #expect(try await run(old, "config").errors == "")
        }
    }

    @Test func `the daemon logs it, shows it and goes on`() async throws {
        let old = "planetary-apod=\(program.server.planetaryURL)"
        let expected =
            "\(program.server.planetaryURL) answers in the other form (apod-basic): "
            + "set APOD_MIRROR_SOURCE to apod-basic=\(program.server.planetaryURL)"
        let variables = ["APOD_MIRROR_SOURCE": old]
        let made = try await program.run(
            "sync", "--create", "--since", ServedDays.ago(2), "--until", ServedDays.ago(2), adding: variables)
        #expect(made.code == 0, "\(made.errors)")
        program.server.setFault(.switchedGateway, for: .entries)
        let daemon = try program.start(["daemon"], adding: variables)
        try await eventually("the sentence in the log") { daemon.errors.text.contains(expected) }
        let status = try await program.run("status", adding: variables)
        #expect(status.code == 1 && status.output.contains("Problem: \(expected)"), "\(status.output)")
        daemon.send(SIGTERM)
        #expect(await daemon.end().code == 0)
    }

    @Test func `a key goes to no other server, and the sentence is the same`() async throws {
        var options = ServedDays.last(3)
        options.requiredKey = "s3cret"
        let program = try Program(options)
        let other = try SampleNASA.started(ServedDays.last(3))
        defer { other.stop() }
        let key = program.folder + "/key"
        try Data("s3cret\n".utf8).write(to: URL(filePath: key))
        program.server.setFault(.redirect(to: other.apodBasicURL, status: 308), for: .entries)
        let ended = try await program.run(
            "sync", "--create", "--source", "planetary-apod=\(program.server.planetaryURL)", "--api-key-file", key)
        #expect(ended.code == 69)
        #expect(
            ended.errors
                == "apod-mirror: \(program.server.planetaryURL) answers in the other form (apod-basic): "
                + "use --source apod-basic=\(other.apodBasicURL)\n")
        #expect(other.requests == [])
    }

    @Test func `NASA's own old address is told before anything is asked`() async throws {
        let config = try await run("planetary-apod=https://api.nasa.gov/planetary/apod", "config")
        #expect(
            config.errors
                == "https://api.nasa.gov/planetary/apod is NASA's old API, which is switched off on 2026-12-01: "
                + "write source: \"apod-basic\" in line 3 of \(file).\n")
    }
}
