import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// A mirror that version 1.0.0 left is opened by this one.
@Suite(.needsBinary) struct UpgradeTests {
    private static let target = ProcessInfo.processInfo.environment["APOD_OLD_MIRROR"]

    @Test(.enabled(if: target != nil, "makes Tests/mirrors/1.0.0.tar.gz anew: needs that version's program"))
    func `the mirror of an older version is made by that version`() async throws {
        try await OldMirror.make(try #require(Self.target))
    }

    @Test func `nothing is lost, nothing is fetched again, and one line says what is new`() async throws {
        let mirror = try await OldMirror.unpacked()
        let (before, days) = (try mirror.files(), try mirror.allMetadata())
        let favorites = try mirror.favorites()
        let first = try await mirror.run("sync")
        // The older version made no report that named the disputed day.
        #expect(first.code == 1, "\(first)")
        let lines = first.output.split(separator: "\n").filter { $0.hasPrefix("An older version") }
        let said = """
            An older version made this mirror. NASA's own records of 9 days are kept now, too; those of 1 more are to come \
            with later syncs.
            """
        #expect(lines == [said[...]], "\(first.output)")
        // The pending day alone.
        let file = try #require(mirror.program.server.day(OldMirror.pending)?.picture?.file)
        #expect(mirror.pictureRequests.count == 1 && mirror.pictureRequests.first?.hasSuffix(file) == true)

        mirror.program.server.clearRequests()
        let second = try await mirror.run("sync")
        #expect(second.code == 0 && !second.output.contains("older version"), "\(second.output)")
        #expect(mirror.pictureRequests == [])
        try expectAll(mirror, before, days, favorites)
    }

    /// Every picture, thumbnail and second copy byte by byte, every word, every state and every favorite.
    private func expectAll(
        _ mirror: OldMirror, _ before: [String: Data], _ days: [String: [String: Any]], _ favorites: [String: String]
    ) throws {
        let after = try mirror.files()
        let pictures = before.filter { [".jpg", ".png"].contains(String($0.key.suffix(4))) }
        #expect(pictures.count > 30)
        for (name, bytes) in pictures where !name.hasPrefix("Today") { #expect(after[name] == bytes, "\(name)") }
        for (date, former) in days where date != OldMirror.pending {
            var (new, old) = (try mirror.metadata(date), former)
            let (newMirror, oldMirror) = (new.removeValue(forKey: "mirror"), old.removeValue(forKey: "mirror"))
            #expect(new as NSDictionary == old as NSDictionary, "\(date)")
            for (key, value) in try #require(oldMirror as? [String: Any]) {
                let kept = (newMirror as? [String: Any])?[key]
                #expect(kept as? NSObject == value as? NSObject, "\(date): \(key)")
            }
        }
        #expect(try mirror.state(OldMirror.pending) == "present")
        #expect(try mirror.state(OldMirror.hidden) == "hidden")
        #expect(try mirror.state(OldMirror.disputed) == "disputed")
        let doubtful = try mirror.json(".apod-mirror/doubtful.json")["days"] as? [String: Any]
        #expect(doubtful.map { Array($0.keys) } == [OldMirror.doubtful])
        #expect(after.keys.contains { $0.contains("superseded/\(OldMirror.superseded)") })

        let kept = try mirror.favorites()
        #expect(Set(kept.keys) == Set(OldMirror.favorites))
        for (date, added) in favorites { #expect(kept[date] == added, "\(date)") }
        for date in OldMirror.favorites {
            let copies = after.keys.filter { $0.hasPrefix(".apod-mirror/vault/\(date)") }
            #expect(copies.count == 3, "\(copies)")
            for name in copies {
                var facts = stat()
                #expect(lstat(mirror.path(name), &facts) == 0 && facts.st_nlink == 1, "\(name)")
            }
        }
    }

    @Test func `and all commands find it well`() async throws {
        let mirror = try await OldMirror.unpacked()
        #expect(try await mirror.run("status").output.contains("Records: 0 of 10 days"))
        #expect(try await mirror.run("sync").code == 1)
        let status = try await mirror.run("status")
        for line in [
            "Records: 10 of 11 days", "Favorites: 5 favorites", "Hidden: \(OldMirror.hidden)",
            "Disputed: \(OldMirror.disputed), ", "Doubtful: \(OldMirror.doubtful), ",
        ] {
            #expect(status.output.contains(line), "\(status.output)")
        }
        let verify = try await mirror.run("verify")
        let named = verify.output.split(separator: "\n").dropLast()
        #expect(named.count == 1 && named.first?.contains(OldMirror.doubtful) == true, "\(verify.output)")
        let favorites = try await mirror.run("favorites")
        #expect(favorites.code == 0 && favorites.output.hasSuffix("5 favorites, all well.\n"), "\(favorites.output)")
    }

    @Test func `the daemon's log says it once`() async throws {
        let mirror = try await OldMirror.unpacked()
        let daemon = try mirror.start(["daemon"])
        for _ in 0..<2 {
            try await eventually("a daemon that keeps it") { daemon.errors.text.contains(" keeps ") }
            mirror.program.server.clearRequests()
            daemon.send(SIGUSR1)
            try await eventually("a sync") { !mirror.program.server.requests.isEmpty }
            try await eventually("its word") { daemon.errors.text.contains("An older version made this mirror.") }
        }
        daemon.send(SIGTERM)
        #expect(await daemon.end().code == 0)
        #expect(daemon.errors.text.split(separator: "An older version").count == 2)
    }

    /// 1.0.0 keeps keys that it does not know, the sum among them, whatever else of a day it changes.
    @Test func `what an older version changed in between stays, and its sums are made anew`() async throws {
        let mirror = try await OldMirror.unpacked()
        #expect(try await mirror.run("sync").code == 1)
        let date = OldMirror.inAlbum
        // As that version hides a day that is no favorite.
        #expect(try await mirror.run("favorites", "remove", date).code == 0)
        var day = try mirror.metadata(date)
        var words = try #require(day["mirror"] as? [String: Any])
        words["state"] = "hidden"
        let picture = try #require(words.removeValue(forKey: "picture") as? [String: Any])
        day["mirror"] = words
        let bytes = try JSONSerialization.data(
            withJSONObject: day, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        try bytes.write(to: URL(filePath: mirror.path("2026/2026-11/metadata/\(date).json")))
        let file = try #require(picture["file"] as? String)
        try FileManager.default.removeItem(atPath: mirror.path("2026/2026-11/\(file)"))
        mirror.program.server.clearRequests()
        let repaired = try await mirror.run("verify", "--repair")
        #expect(repaired.output.contains("1 of 1 repaired."), "\(repaired.output)\(repaired.errors)")
        #expect(try mirror.state(date) == "hidden")
        let verify = try await mirror.run("verify")
        #expect(!verify.output.contains(date), "\(verify.output)")
        #expect(try await mirror.run("sync").code == 0)
        #expect(
            !mirror.pictureRequests.contains { $0.hasSuffix(file) }
                && !FileManager.default.fileExists(atPath: mirror.path("2026/2026-11/\(file)")))
    }

    @Test(arguments: ["sync", "status", "verify", "favorites", "gallery", "daemon"])
    func `a mirror of a newer version is refused by name and left alone`(command: String) async throws {
        let mirror = try await OldMirror.unpacked()
        let identity = mirror.path(".apod-mirror/mirror.json")
        let text = try String(contentsOfFile: identity, encoding: .utf8)
        try Data(text.replacing("\"version\" : 1", with: "\"version\" : 2").utf8).write(to: URL(filePath: identity))
        let before = try mirror.files()
        let ended = try await mirror.run(command)
        #expect(ended.code == 73, "\(ended.output)\(ended.errors)")
        #expect(
            ended.errors.contains(
                "\(mirror.root) was written by a newer apod-mirror (format 2). Install that version; nothing was changed."
            ),
            "\(ended.errors)")
        #expect(try mirror.files() == before)
        #expect(mirror.program.server.requests == [])
    }
}
