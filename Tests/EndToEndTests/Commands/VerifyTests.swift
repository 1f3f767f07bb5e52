import Foundation
import SampleNASA
import Testing

@Suite(.needsBinary) struct VerifyTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(10))
        #expect(try await program.run("sync", "--create", "--history", "10").code == 0)
        return program
    }

    @Test func `all is well in a fresh mirror`() async throws {
        let ended = try await mirror().run("verify")
        #expect(ended.code == 0)
        #expect(ended.output == "All is well: 10 days checked.\n")
    }

    @Test func `every damage is named, and repair heals it`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        let flipped = try #require(files.picture(of: ServedDays.ago(1)))
        let gone = try #require(files.picture(of: ServedDays.ago(2)))
        let torn = try #require(files.metadata.first { $0.name == "\(ServedDays.ago(3)).json" })
        var bytes = flipped.bytes
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: program.root + "/" + flipped.path))
        try FileManager.default.removeItem(atPath: program.root + "/" + gone.path)
        try Data("{".utf8).write(to: URL(filePath: program.root + "/" + torn.path))

        let found = try await program.run("verify")
        #expect(found.code == 1)
        for path in [flipped.path, gone.path, torn.path] { #expect(found.output.contains(path)) }
        #expect(found.output.contains("3 of 10 days damaged"))
        // Looking alone changes nothing.
        #expect(try await MirrorFiles(program).files[flipped.path]?.bytes == bytes)

        let healed = try await program.run("verify", "--repair")
        #expect(healed.code == 0)
        #expect(healed.output.hasSuffix("3 of 3 repaired.\nAll is well again.\n"), "\(healed.output)")
        #expect(healed.output.contains("3 of 10 days damaged.\n"))
        #expect(try await program.run("verify").code == 0)
        let published = Published(program.server)
        #expect(TreeCheck.afterCleanPass(try await MirrorFiles(program), published) == [])
    }

    @Test func `a JSON that is gone is told, and made anew without NASA`() async throws {
        let program = try await mirror()
        let name = "\(ServedDays.ago(3)).json"
        let json = try #require(try await MirrorFiles(program).metadata.first { $0.name == name })
        try FileManager.default.removeItem(atPath: program.root + "/" + json.path)
        program.server.setFault(.resets, for: .everything)
        let found = try await program.run("verify")
        #expect(found.code == 1)
        #expect(found.output.contains("\(program.root)/\(json.path) is missing.\n"))
        #expect(found.output.contains("1 of 10 days damaged"))
        let healed = try await program.run("verify", "--repair")
        #expect(healed.code == 0)
        #expect(healed.output.contains("1 of 1 repaired."))
        #expect(try await program.run("verify").code == 0)
        program.server.clearFaults()
        #expect(TreeCheck.afterCleanPass(try await MirrorFiles(program), Published(program.server)) == [])
    }

    @Test func `a JSON that names a file elsewhere is told, and the other days are checked`() async throws {
        let program = try await mirror()
        let files = try await MirrorFiles(program)
        let record = try #require(files.record(of: ServedDays.ago(9)))
        let json = try #require(files.metadata.first { $0.name == "\(ServedDays.ago(3)).json" })
        let name = try #require(files.record(of: ServedDays.ago(3))?.file)
        // As a person would: the name alone is another.
        let text = String(decoding: json.bytes, as: UTF8.self).replacing(name, with: "../\(name)")
        try Data(text.utf8).write(to: URL(filePath: program.root + "/" + json.path))
        let oldest = try #require(files.picture(of: record.date))
        try FileManager.default.removeItem(atPath: program.root + "/" + oldest.path)

        let found = try await program.run("verify")
        #expect(found.code == 1)
        #expect(found.errors == "")
        #expect(found.output.contains("\(program.root)/\(json.path) cannot be read as a day's metadata.\n"))
        #expect(found.output.contains("\(program.root)/\(oldest.path) is missing.\n"))
        #expect(found.output.contains("2 of 10 days damaged"))
        #expect(try await program.run("verify", "--repair").code == 0)
        #expect(TreeCheck.afterCleanPass(try await MirrorFiles(program), Published(program.server)) == [])
    }

    @Test func `repair says what it could not heal, and keeps what is there`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + picture.path))
        program.server.setFault(.status(500), for: .media(ServedDays.ago(1)))
        let ended = try await program.run("verify", "--repair")
        #expect(ended.code == 1)
        #expect(ended.output.contains("0 of 1 repaired."))
        #expect(!ended.output.contains("All is well"))
        #expect(ended.output.contains("\(ServedDays.ago(1)): "))
        #expect(try await MirrorFiles(program).files[picture.path]?.bytes == Data("spoiled".utf8))
    }

    @Test func `a doubtful replacement waits for the owner's word`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let before = try #require(try await MirrorFiles(program).picture(of: day))
        var smaller = try #require(program.server.day(day)?.picture)
        smaller.file = "smaller_" + smaller.file
        (smaller.width, smaller.height, smaller.revision) = (16, 16, 1)
        program.server.show(.picture(smaller), on: day)

        let sync = try await program.run("sync")
        #expect(sync.code == 1, "\(sync)")
        #expect(sync.output.contains("verify --accept \(day)"))
        #expect(try await MirrorFiles(program).files[before.path]?.sha256 == before.sha256)
        let accept = try await program.run("verify", "--accept", day)
        #expect(accept.code == 0)
        #expect(accept.output.contains("superseded"))
        let after = try await MirrorFiles(program)
        #expect(after.picture(of: day)?.bytes == Data(program.server.picture(for: day)))
        #expect(after.superseded.contains { $0.day == day && $0.sha256 == before.sha256 })
        let again = try await program.run("verify", "--accept", day)
        #expect(again.code == 1)
        #expect(again.errors.contains("not disputed"))
    }

    @Test func `an owner says no to all that is disputed, and status tells how things are`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        var smaller = try #require(program.server.day(day)?.picture)
        (smaller.width, smaller.height, smaller.revision) = (16, 16, 1)
        smaller.file = "smaller_" + smaller.file
        program.server.show(.picture(smaller), on: day)
        #expect(try await program.run("sync").code == 1)
        let told = try await program.run("status")
        #expect(told.code == 1)
        #expect(told.output.contains("To take it: apod-mirror verify --accept \(day)"), "\(told.output)")
        #expect(told.output.contains("Provisional: 10 days have not settled yet\n"), "\(told.output)")
        let kept = try await program.run("verify", "--keep", "all")
        #expect(kept.code == 0 && kept.output.hasPrefix("\(day) keeps its picture; "), "\(kept)")
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("status").code == 3)
        for option in ["--keep", "--accept"] {
            let again = try await program.run("verify", option, "all")
            #expect(again.code == 0 && again.output == "Nothing is disputed.\n", "\(again)")
        }
    }

    /// Spoils what one of them speaks of, and what verify says of it.
    @Test(arguments: [
        "vault", "link", "marker", "Today.jpg", "Today.json", "SHA256SUMS", "page", "bytes of a page",
        "one byte of Today.jpg", "one digit of a sum",
        "a link for Today.jpg",
    ])
    func `everything beside the pictures is looked at, too, and mended`(what: String) async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        let link = program.root + "/favorites/a.jpg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../" + picture.path)
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("verify").output == "All is well: 10 days and 1 favorite checked.\n")
        let month = picture.path.split(separator: "/").dropLast().joined(separator: "/")
        let path =
            switch what {
            case "vault": ".apod-mirror/vault/" + picture.name
            case "link": "favorites/a.jpg"
            case "marker": "favorites/.apod-mirror"
            case "one byte of Today.jpg", "a link for Today.jpg": "Today.jpg"
            case "SHA256SUMS", "one digit of a sum": month + "/metadata/SHA256SUMS"
            case "page", "bytes of a page": month + "/index.html"
            default: what
            }
        let file = URL(filePath: program.root + "/" + path)
        var bytes = (try? Data(contentsOf: file)) ?? Data()
        try FileManager.default.removeItem(at: file)
        if what.hasPrefix("one ") {
            // The sum's first digit, or a byte within the picture.
            let place = what.hasSuffix("sum") ? 0 : bytes.count / 2
            bytes[place] = bytes[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            try bytes.write(to: file)
        } else if what == "a link for Today.jpg" {
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: URL(filePath: "/nowhere"))
        } else if what == "link" {
            // As if the picture had been called otherwise once.
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "../\(month)/\(ServedDays.ago(1)) Another Title.jpg")
        } else if what != "page" {
            try Data("spoiled".utf8).write(to: file)
        }
        let found = try await program.run("verify")
        #expect(found.code == 1)
        #expect(found.output.split(separator: "\n").count == 2, "\(found.output)")
        #expect(found.output.contains("apod-mirror verify --repair"))
        let repaired = try await program.run("verify", "--repair")
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.errors)")
        #expect(repaired.output.hasSuffix("\nAll is well again.\n"), "\(repaired.output)")
        #expect(!repaired.output.contains("To repair"), "\(repaired.output)")
        #expect(try await program.run("verify").output == "All is well: 10 days and 1 favorite checked.\n")
    }

    @Test func `what cannot be opened keeps nothing else from being mended`() async throws {
        let program = try await mirror()
        let spoiled = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + spoiled.path))
        let closed = try #require(
            try await MirrorFiles(program).metadata.first { $0.name == "\(ServedDays.ago(3)).json" })
        try FileManager.default.removeItem(atPath: program.root + "/" + closed.path)
        try FileManager.default.createSymbolicLink(
            atPath: program.root + "/" + closed.path, withDestinationPath: "/nowhere")
        let found = try await program.run("verify")
        #expect(found.code == 1)
        #expect(found.output.contains(spoiled.path))
        let repaired = try await program.run("verify", "--repair")
        #expect(try await MirrorFiles(program).files[spoiled.path]?.sha256 == spoiled.sha256, "\(repaired.output)")
    }

    @Test func `for programs it is JSON, and safe for a terminal`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + picture.path))
        let ended = try await program.run("verify", "--json")
        #expect(ended.code == 1)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        #expect(report["days"] as? Int == 10)
        let findings = try #require(report["findings"] as? [[String: String]])
        #expect(findings.count == 1)
        #expect(findings[0]["kind"] == "picture")
        #expect(findings[0]["day"] == ServedDays.ago(1))
        #expect(findings[0]["reason"]?.contains(picture.name) == true)
    }

    @Test func `with NASA gone a damaged favorite comes back from the vault`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try FileManager.default.createSymbolicLink(
            atPath: program.root + "/favorites/a.jpg", withDestinationPath: "../" + picture.path)
        #expect(try await program.run("sync").code == 0)
        // In place, as a metadata editor writes.
        let file = try FileHandle(forWritingTo: URL(filePath: program.root + "/" + picture.path))
        try file.write(contentsOf: Data("spoiled".utf8))
        try file.close()
        program.server.setFault(.status(500), for: .everything)
        let repaired = try await program.run("verify", "--repair")
        #expect(repaired.code == 0, "\(repaired.output)\(repaired.errors)")
        #expect(repaired.output.contains("1 of 1 repaired."))
        #expect(try await MirrorFiles(program).files[picture.path]?.sha256 == picture.sha256)
        program.server.clearFaults()
        #expect(try await program.run("verify").output == "All is well: 10 days and 1 favorite checked.\n")
    }
}
