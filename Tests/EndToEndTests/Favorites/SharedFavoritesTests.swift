import Foundation
import Glibc
import Testing

/// Other people of the same computer add favorites to somebody's mirror, and can do nothing else to it.
@Suite(.needsBinary, .needsOtherUsers)
struct SharedFavoritesTests {
    @Test func `a guest adds links, copies and albums`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            let picture = mirror.program.root + "/" + KnownDay.two.path
            let before = try Data(contentsOf: URL(filePath: picture))
            let ended = try await SharedMirror.guest(
                #"""
                set -eu
                ln -s "$PWD/$ONE" favorites/
                # A month takes nothing from them: file managers copy instead.
                ! mv "$TWO" favorites/ && cp "$TWO" favorites/
                mkdir favorites/Sky; ln -s "$PWD/$THREE" favorites/Sky/
                cp "$FILM" favorites/Sky/
                printf 'L\0\0\0\001\024\002\0' > "favorites/$TODAY_NAME - Shortcut.lnk"
                """#, mirror)
            #expect(ended.code == 0, "\(ended.errors)")
            var state = FavoritesState()
            let links: [(String, KnownDay)] = [
                (KnownDay.one.name, .one), (KnownDay.two.name, .two), ("Sky/" + KnownDay.three.name, .three),
                ("Sky/" + KnownDay.film.name, .film), (KnownDay.today.name, .today),
            ]
            for (path, known) in links {
                state.entries[path] = "-> " + FavoritesState.link(at: path, to: known)
                state.favorites[known.date] = [path]
            }
            try await mirror.expect(state)
            #expect(try Data(contentsOf: URL(filePath: picture)) == before)
            // The owner's album is the guest's, too, and what the guest added the owner may remove.
            let removed = try await SharedMirror.guest(#"rm "favorites/$ONE_NAME""#, mirror)
            #expect(removed.code == 0)
            try await isKept(.one, false, mirror)
            #expect(try await mirror.stopKeeper() == [])
        }
    }

    @Test func `an album that only the guest may write holds favorites all the same`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            let ended = try await SharedMirror.guest(
                #"mkdir favorites/Mine; ln -s "$PWD/$ONE" favorites/Mine/; cp "$TWO" favorites/Mine/"#,
                mirror, umask: "022")
            #expect(ended.code == 0, "\(ended.errors)")
            try await isKept(.one, true, mirror)
            try await isKept(.two, true, mirror)
            _ = try await SharedMirror.guest("rm -r favorites/Mine", mirror)
            try await isKept(.one, false, mirror)
            _ = try await mirror.stopKeeper()
        }
    }

    @Test func `a guest can change nothing else`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/"#)
            try await isKept(.one, true, mirror)
            #expect(try await mirror.stopKeeper() == [])
            let before = try await facts(mirror)
            let ended = try await SharedMirror.guest(
                #"""
                # Whatever succeeds is named.
                try() { if "$@" 2>/dev/null; then echo "$*"; fi; }
                for file in "$ONE" "$ONE_JSON" favorites.json Today.jpg Today.json .apod-mirror/mirror.json \
                    .apod-mirror/lock .apod-mirror/favorites.json ".apod-mirror/vault/$ONE_NAME" \
                                "$ONE_MONTH/metadata/SHA256SUMS"; do
                    try rm -f "$file"; try mv -f "$file" favorites/; try mv -f "$file" "$file.x"; try chmod 666 "$file"
                    try sh -c 'printf x > "$0"' "$file"; try sh -c 'printf x >> "$0"' "$file"; try ln -f /etc/hostname "$file"
                    try touch "$file"; try truncate -s 0 "$file"
                done
                for folder in . "$ONE_MONTH" "$ONE_MONTH/metadata" .apod-mirror .apod-mirror/incoming .apod-mirror/vault; do
                    try mkdir "$folder/new"; try touch "$folder/new"; try ln -s x "$folder/new"; try chmod 777 "$folder"
                done
                try mv favorites elsewhere; try mv "${ONE_MONTH%/*}" favorites/
                # Through the link that is theirs to make and to remove.
                try sh -c 'printf x > "favorites/$ONE_NAME"'; try chmod 666 "favorites/$ONE_NAME"
                """#, mirror)
            #expect(ended.output == "")
            #expect(try await facts(mirror) == before)
            try mirror.startKeeper(as: SharedMirror.owner, adding: SharedMirror.sharing)
            // The one file of ours that lies in their folder: without it nothing is forgotten.
            _ = try await SharedMirror.guest("rm -f favorites/.apod-mirror; rm favorites/*", mirror)
            let file = mirror.program.root + "/favorites/" + KnownDay.one.name
            try await eventually("the link is given back") {
                FileManager.default.fileExists(atPath: file)
            }
            try await isKept(.one, true, mirror)
            _ = try await mirror.stopKeeper()
        }
    }

    /// Owner, mode, length and place of everything but favorites/.
    private func facts(_ mirror: KeptMirror) async throws -> String {
        try await mirror.shell(
            "find . -path ./favorites -prune -o -path ./.apod-mirror/lock -o -printf '%p %U %G %m %s %T@ %i %l\\n' | sort"
        )
    }
}
