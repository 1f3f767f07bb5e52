import Foundation
import SampleNASA
import Testing

/// `favorites` and what else asks for favorites, without a daemon: the commands make and remove links, run the keeper's
/// passes themselves and stay until nothing is pending.
@Suite(.needsBinary) struct FavoritesCommandTests {
    private func mirror(_ days: Int = 5) async throws -> Program {
        let program = try Program(ServedDays.last(days))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    @Test func `a favorite is a relative link, named like its picture`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        let name = try await program.pictureName(of: day)
        let month = "\(day.prefix(4))/\(day.prefix(7))"
        let added = try await program.run("favorites", "add", day)
        #expect(added.code == 0)
        #expect(added.output.hasPrefix("\(day) "))
        #expect(added.output.hasSuffix("is a favorite: \(program.root)/favorites/\(name)\n"))
        #expect(program.favorite(name) == "../\(month)/\(name)")
        #expect(try await program.run("favorites", "add", day, "--album", "Moons/Big").code == 0)
        #expect(program.favorite("Moons/Big/\(name)") == "../../../\(month)/\(name)")
        let again = try await program.run("favorites", "add", day, "--album", "Moons/Big/")
        #expect(again.code == 0)
        #expect(again.output.contains("is a favorite already"))
        let row = try #require(try await program.listedFavorites()[day])
        #expect(row["links"] as? [String] == ["Moons/Big/\(name)", name].sorted())
        #expect(row["albums"] as? [String] == ["Moons/Big"])
        #expect(row["vault"] as? String == "whole")
        #expect(row["links_state"] as? String == "whole")
        #expect((row["picture"] as? [String: String])?["path"] == "\(program.root)/\(month)/\(name)")
    }

    @Test func `a favorite of a day that is not mirrored is fetched at once`() async throws {
        let program = try await mirror(20)
        let day = ServedDays.ago(15)
        program.server.clearRequests()
        let added = try await program.run("favorites", "add", day, "--album", "Old")
        #expect(added.code == 0)
        let files = try await MirrorFiles(program)
        let picture = try #require(files.picture(of: day))
        // Nothing else of the days between is.
        #expect(files.visible.count == 6)
        #expect(program.favorite("Old/\(picture.name)") == "../../\(picture.path)")
        #expect(program.favorite("Old/\(day)") == nil)
        #expect(added.output.hasSuffix("\(program.root)/favorites/Old/\(picture.name)\n"))
    }

    @Test func `a hidden day comes back when it becomes a favorite`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        #expect(try await program.run("hide", day).code == 0)
        #expect(try await program.run("favorites", "add", day).code == 0)
        #expect(try await MirrorFiles(program).picture(of: day) != nil)
        #expect(try await program.listedFavorites()[day]?["links_state"] as? String == "whole")
    }

    @Test func `without NASA it is a favorite all the same, and says what it waits for`() async throws {
        let program = try await mirror(20)
        let day = ServedDays.ago(15)
        program.server.stop()
        let added = try await program.run("favorites", "add", day)
        #expect(added.code == 69)
        #expect(added.output.contains("\(day) is a favorite"))
        #expect(added.output.contains("still to be fetched"))
        #expect(program.favorite(day) == "../\(day.prefix(4))/\(day.prefix(7))/\(day)")
        let listed = try await program.run("favorites")
        #expect(listed.code == 0)
        #expect(listed.output.contains("1 favorite, not all well: picture to be fetched."))
    }

    @Test(arguments: ["1995-06-18", "2020-06-10"])
    func `a day without a picture is refused by name`(day: String) async throws {
        let program = try await mirror()
        let added = try await program.run("favorites", "add", day)
        #expect(added.code == 1)
        #expect(added.errors.contains("NASA published no picture on \(day)"))
        let names = try FileManager.default.contentsOfDirectory(atPath: program.root + "/favorites")
        #expect(names.allSatisfy { $0.hasPrefix(".") })
    }

    @Test func `nothing of the owner's is overwritten`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(2)
        let name = try await program.pictureName(of: day)
        let path = "\(program.root)/favorites/\(name)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/elsewhere")
        #expect(try await program.run("favorites", "add", day).code == 0)
        #expect(program.favorite(name) == "/elsewhere")
        let stem = (name as NSString).deletingPathExtension
        let suffix = (name as NSString).pathExtension
        #expect(program.favorite("\(stem) (2).\(suffix)")?.hasSuffix("/\(name)") == true)
    }
}
