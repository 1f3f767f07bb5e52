import Foundation
import Glibc
import SampleNASA
import Testing

/// A guest who may write into `favorites/` makes folders there that look like the mirror's own. Nothing of theirs becomes a
/// part of the months.
@Suite(.needsBinary, .needsOtherUsers)
struct ForeignFolderTests {
    /// A month that the mirror does not have, as a guest forges it: a picture, its JSON, a page with a script and a day that
    /// has not come.
    private static let forged = #"""
        forge() {
            folder=$1; month=$2
            mkdir -p "$folder/metadata/superseded"
            printf forged > "$folder/$month-03 Forged.jpg"
            printf '<script>1</script>' > "$folder/index.html"
            cp "$TODAY_JSON" "$folder/metadata/$month-03.json"
            chmod 755 "$folder" "$folder/metadata"
        }
        """#

    /// Everything outside favorites/ that is the guest's, or that anybody but the mirror's owner may write.
    private func guestsFiles(_ mirror: KeptMirror) async throws -> String {
        try await mirror.shell(
            """
            find . -path ./favorites -prune -o \\( -uid \(SharedMirror.guestsNumber) -o -perm /022 ! -type l \\) -print
            """)
    }

    /// The keeper has seen all that was done before: a link that comes last is a favorite.
    private func awaitKeeper(_ mirror: KeptMirror) async throws {
        _ = try await SharedMirror.guest(#"ln -s "$PWD/$THREE" favorites/"#, mirror)
        try await isKept(.three, true, mirror)
    }

    @Test(arguments: [
        // Made under a hidden name, and called like a month in one step.
        #"forge favorites/.w 2019-08; mv favorites/.w favorites/2019-08"#,
        // In an album that is the owner's.
        #"forge favorites/Sky/inner 2019-08; mv favorites/Sky/inner/* favorites/Sky/; mv favorites/Sky favorites/2019-08"#,
        // Under the name that a return works under.
        #"forge favorites/.w 2019-08; mv favorites/.w favorites/.apod-mirror-0123ABCD"#,
        // Below an album.
        #"mkdir favorites/Mine; forge favorites/Mine/.w 2019-08; mv favorites/Mine/.w favorites/Mine/2019-08"#,
    ])
    func `a month that a guest made stays where it is`(script: String) async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            // An album that the owner made, and that is shared.
            try await mirror.shell("mkdir favorites/Sky; chown 64001:64100 favorites/Sky; chmod 2775 favorites/Sky")
            let before = try await mirror.shell("ls 2*")
            let ended = try await SharedMirror.guest(Self.forged + "\n" + script, mirror)
            #expect(ended.code == 0, "\(ended.errors)")
            try await awaitKeeper(mirror)
            #expect(try await guestsFiles(mirror) == "")
            #expect(try await mirror.shell("ls 2*") == before)
            _ = try await mirror.stopKeeper()
            #expect(try await mirror.shell("ls 2*; find . -name '*orged*' | grep -v ^./favorites || :") == before)
        }
    }

    @Test func `what a guest calls like a thumbnail becomes none`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            try await mirror.shell("rm -f .apod-mirror/thumbnails/*/$ONE_DAY.*")
            let ended = try await SharedMirror.guest(
                "for size in 320 640 960 2048; do printf forged > favorites/$ONE_DAY.$size.jpg; done", mirror)
            #expect(ended.code == 0, "\(ended.errors)")
            try await awaitKeeper(mirror)
            _ = try await mirror.stopKeeper()
            #expect(try await mirror.shell("grep -rl forged .apod-mirror || :") == "")
            #expect(try await guestsFiles(mirror) == "")
        }
    }

    @Test func `a guest's month is judged picture by picture`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            let copied = try await SharedMirror.guest(
                Self.forged + "\n"
                    + #"forge favorites/.w 2019-08; cp "$ONE" favorites/.w/; mv favorites/.w favorites/2019-08"#,
                mirror)
            #expect(copied.code == 0, "\(copied.errors)")
            try await isKept(.one, true, mirror)
            #expect(try await guestsFiles(mirror) == "")
            _ = try await mirror.stopKeeper()
        }
    }

    @Test func `a month of the owner's that was dragged in stays an album, and its favorites come back`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/"#)
            try await isKept(.one, true, mirror)
            let (month, root) = (KnownDay.one.month, mirror.program.root)
            let picture = try Data(contentsOf: URL(filePath: "\(root)/\(KnownDay.one.path)"))
            try await mirror.shell("setpriv --reuid=64001 --regid=64001 --groups=64100 mv \(month) favorites/")
            try await eventually("the favorite's return") {
                (try? Data(contentsOf: URL(filePath: "\(root)/\(KnownDay.one.path)"))) == picture
            }
            let album = "\(root)/favorites/\((month as NSString).lastPathComponent)"
            #expect(FileManager.default.fileExists(atPath: album + "/metadata"))
            try await isKept(.one, true, mirror)
            // Files that the keeper makes and renames would go while they are looked at.
            _ = try await mirror.stopKeeper()
            #expect(try await guestsFiles(mirror) == "")
        }
    }

    @Test func `a picture that somebody could still write to is copied into its month`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            let picture = "\(mirror.program.root)/\(KnownDay.one.path)"
            let before = try Data(contentsOf: URL(filePath: picture))
            // A copy as the owner's file manager makes it in a shared folder, and a picture that went from its month.
            try await mirror.shell(
                #"install -o 64001 -g 64100 -m 664 "$ONE" favorites/.copy; rm "$ONE""#)
            let ended = try await SharedMirror.guest(
                #"""
                exec 9<> favorites/.copy
                mv favorites/.copy "favorites/$ONE_NAME"
                until [ -e "$ONE" ] && [ -L "favorites/$ONE_NAME" ]; do sleep 0.1; done
                printf forged >&9
                """#, mirror)
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(try Data(contentsOf: URL(filePath: picture)) == before)
            #expect(try await guestsFiles(mirror) == "")
            _ = try await mirror.stopKeeper()
        }
    }

    @Test func `a month, a year and metadata of another user are named, and nothing in them is believed`() async throws
    {
        try await Slots.keepers.taking {
            let mirror = try await SharedMirror.kept()
            try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/"#)
            try await isKept(.one, true, mirror)
            _ = try await mirror.stopKeeper()
            for path in [KnownDay.one.month, String(KnownDay.one.month.prefix(4)), KnownDay.one.month + "/metadata"] {
                try await mirror.shell("chown 64002 \(path)")
                let ended = try await verify(mirror)
                let sentence = "\(mirror.program.root)/\(path) belongs to user 64002, not to the mirror's owner."
                #expect(ended.code == 1 && ended.output.contains(sentence), "\(ended.output)\(ended.errors)")
                try await mirror.shell("chown 64001 \(path)")
            }
            try await mirror.shell("chown 64002 .apod-mirror")
            let ended = try await verify(mirror)
            #expect(ended.code == 73 && ended.errors.contains(".apod-mirror belongs to user 64002"), "\(ended.errors)")
        }
    }

    /// As the mirror's owner.
    private func verify(_ mirror: KeptMirror) async throws -> Child.Ended {
        try await mirror.program.start(["verify"], through: ["/usr/bin/env"] + SharedMirror.owner).end()
    }
}
