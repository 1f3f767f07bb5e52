import Foundation
import Glibc
import TestSupport
import Testing

/// Whatever lies in `favorites/`, the keeper reads text, touches nothing outside and goes on.
@Suite(.needsBinary) struct HostileFavoritesTests {
    @Test(.needs(tool: "strace")) func `no trap in the folder leads out of it, hangs the keeper or is lost`()
        async throws
    {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            let entries = HostileEntries(mirror: mirror)
            try await entries.make()
            let before = try await entries.facts()
            let keeper = try TracedKeeper(mirror.program)
            try await eventually("the one favorite") {
                if keeper.hasEnded { throw HarnessError("\(keeper.told)") }
                return try FavoritesFile(root: mirror.program.root).favorites[KnownDay.three.date]?.links.count == 2
            }
            // It goes on: what is dropped later is seen, and what is taken away.
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/one"#)
            try await isKept(.one, true, mirror)
            try await mirror.shell("rm favorites/one")
            try await isKept(.one, false, mirror)

            let ended = try await keeper.stop()
            #expect(ended.code == 0)
            let excursions = try keeper.excursions().joined(separator: "\n")
            #expect(excursions == "")
            let after = try await entries.facts()
            // The one link without a readable name has its picture's.
            let changed = before.subtracting(after)
            #expect(changed.allSatisfy { $0.contains(KnownDay.three.path) }, "\(changed.joined(separator: "\n"))")
            #expect(changed.count <= 2)
            let told = ended.errors.split(separator: "\n").map(String.init)
            #expect(told.count == HostileEntries.refused, "\(told.joined(separator: "\n"))")
            #expect(Set(told).count == told.count)
            #expect(told.allSatisfy { $0.contains(" is no favorite: ") }, "\(told.joined(separator: "\n"))")
        }
    }

    @Test(.enabled(if: Abilities.devices, "needs root, who may make a device"))
    func `a device is left alone`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            try await mirror.shell("mknod favorites/zero c 1 5; mknod favorites/disk b 7 99")
            try mirror.startKeeper()
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/one"#)
            try await isKept(.one, true, mirror)
            // That takes as long as what is told does.
            try await mirror.shell("rm favorites/one")
            try await isKept(.one, false, mirror)
            let told = try await mirror.stopKeeper()
            #expect(
                told.map { $0.contains("it is neither a link nor a file") } == [true, true],
                "\(told.joined(separator: "\n"))")
            let kinds = try await mirror.shell("stat --format %F favorites/zero favorites/disk")
            #expect(kinds == "character special file\nblock special file\n")
        }
    }

    @Test(.needsOtherUsers)
    func `what cannot be read is named once, and nothing recorded goes for it`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            try await mirror.shell("chown -R 65534:65534 ..; mkdir favorites/Sky; chown 65534 favorites/Sky")
            let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            try mirror.startKeeper(as: nobody)
            try await mirror.awaitTrust()
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/Sky/one; ln -s "$PWD/$TWO" favorites/two"#)
            try await isKept(.one, true, mirror)
            try await isKept(.two, true, mirror)
            // A link is readable for all: an album is not, and neither is a file.
            try await mirror.shell(
                #"""
                head -c 300 /dev/zero > ../mine; cp "$FILM" ../film; chmod 000 ../mine ../film favorites/Sky
                mv ../mine favorites/; mv ../film "favorites/$FILM_NAME"; rm favorites/two
                """#)
            try await eventually("the sentences") {
                let text = mirror.keeper?.errors.text ?? ""
                return ["mine", "Sky", KnownDay.film.name].allSatisfy {
                    text.contains("favorites/\($0) is no favorite")
                }
            }
            try await mirror.shell(#"ln -s "$PWD/$THREE" favorites/three"#)
            try await isKept(.three, true, mirror)
            // Nobody knows what lies in the album: nothing is forgotten.
            let kept = try FavoritesFile(root: mirror.program.root).favorites
            #expect(kept[KnownDay.one.date]?.links == ["Sky/one"])
            #expect(kept[KnownDay.two.date] != nil)
            // Modes alone are no hint.
            try await mirror.shell(
                #"chmod 755 favorites/Sky; chmod 644 favorites/mine "favorites/$FILM_NAME"; touch favorites/.hint"#)
            try await isKept(.two, false, mirror)
            try await isKept(.film, true, mirror)
            #expect(try FavoritesFile(root: mirror.program.root).favorites[KnownDay.one.date]?.links == ["Sky/one"])
            let told = try await mirror.stopKeeper()
            for name in ["mine", "Sky", KnownDay.film.name] {
                let named = told.filter { $0.contains("favorites/\(name) is no favorite: it cannot be read") }
                #expect(named.count == 1, "\(told.joined(separator: "\n"))")
            }
        }
    }
}

/// Awaits that a day is a favorite, or is none.
func isKept(_ known: KnownDay, _ isKept: Bool, _ mirror: KeptMirror) async throws {
    try await eventually("\(known) is \(isKept ? "a" : "no") favorite. \(mirror.keeper?.errors.text ?? "")") {
        if let keeper = mirror.keeper, keeper.hasEnded { throw HarnessError("it ended: \(keeper.errors.text)") }
        return try (FavoritesFile(root: mirror.program.root).favorites[known.date] != nil) == isKept
    }
}
