import Foundation
import Glibc
import SampleNASA
import Testing

/// Favorites from another computer, through a real share. (Clients of Samba cannot make links: they copy.)
@Suite(
    .onlyInAll("Samba"), .needsBinary, .needs(tool: "smbd"), .needs(tool: "smbclient"),
    .enabled(if: geteuid() == 0, "root alone can serve a share to other users"))
struct SambaTests {
    /// Samba knows a group by its name only; every Debian has this one.
    private static let group = "games"

    @Test func `copies, shortcuts and albums come through Samba`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            try mirror.startKeeper(adding: ["APOD_MIRROR_SHARE_GROUP": Self.group])
            let share = try await Share(mirror.program, group: Self.group)
            try await share.isThere()
            try await mirror.shell(
                #"""
                mkdir ../client; cp "$ONE" ../client/one.jpg; cp "$TWO" ../client/two.jpg
                printf 'L\0\0\0\001\024\002\0' > ../client/x.lnk
                """#)
            let client = mirror.program.folder + "/client"
            let done = try await share.client(
                "cd favorites", "lcd \"\(client)\"", "put one.jpg", "mkdir Sky", "cd Sky",
                "put two.jpg \"\(KnownDay.two.name)\"", "put x.lnk \"\(KnownDay.three.name) - Shortcut.lnk\"")
            #expect(done.code == 0, "\(done.output)\(done.errors)")
            var state = FavoritesState()
            let links: [(String, KnownDay)] = [
                ("one.jpg", .one), ("Sky/" + KnownDay.two.name, .two), ("Sky/" + KnownDay.three.name, .three),
            ]
            for (path, known) in links {
                state.entries[path] = "-> " + FavoritesState.link(at: path, to: known)
                state.favorites[known.date] = [path]
            }
            try await mirror.expect(state)
            // There they look like the pictures they lead to.
            _ = try await share.client("cd favorites", "lcd \"\(client)\"", "get one.jpg back.jpg")
            let back = try Data(contentsOf: URL(filePath: client + "/back.jpg"))
            #expect(back == Data(mirror.program.server.picture(for: KnownDay.one.date)))

            // What is not theirs stays as it is.
            _ = try await share.client(
                "lcd \"\(client)\"", "put one.jpg favorites.json", "put one.jpg Today.jpg",
                "rm favorites.json",
                "rename Today.jpg favorites\\Today.jpg", "cd \(KnownDay.one.month.replacing("/", with: "\\"))",
                "rm \"\(KnownDay.one.name)\"", "put x.lnk x.lnk", "mkdir new")
            let files = try await MirrorFiles(mirror.program)
            #expect(
                files.files["Today.jpg"]?.bytes == Data(mirror.program.server.picture(for: ServedDays.today)))
            #expect(files.files[KnownDay.one.path]?.bytes == back)
            #expect(files.visible.count == KnownDay.allCases.count { $0.isMirrored })
            try await mirror.expect(state)

            let removed = try await share.client("cd favorites", "rm one.jpg", "deltree Sky")
            if try await share.deletesLinks {
                #expect(removed.code == 0, "\(removed.output)\(removed.errors)")
                state = FavoritesState()
                state.removed = [KnownDay.one.date, KnownDay.two.date, KnownDay.three.date]
            } else {
                #expect((removed.output + removed.errors).contains("ACCESS_DENIED"), "\(removed.output)")
                #expect(try await MirrorFiles(mirror.program).files[KnownDay.one.path]?.bytes == back)
            }
            try await mirror.expect(state)
            await share.stop()
            #expect(try await mirror.stopKeeper() == [])
        }
    }
}

/// A mirror as one share of a Samba server of its own, on loopback.
private final class Share {
    private let program: Program
    private let folder: String
    private let server: Child
    private let port: UInt16

    init(_ program: Program, group: String) async throws {
        self.program = program
        folder = program.folder + "/samba"
        port = try LastingPort.find()
        // Samba wants its folders to be there, and some to be nobody else's.
        for name in ["", "/private", "/lock", "/state", "/cache", "/run", "/log", "/ncalrpc"] {
            try FileManager.default.createDirectory(
                atPath: folder + name, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o755])
        }
        let settings = """
            [global]
            server role = standalone server
            interfaces = lo
            bind interfaces only = yes
            smb ports = \(port)
            disable netbios = yes
            map to guest = Bad User
            guest account = nobody
            load printers = no
            private dir = \(folder)/private
            lock directory = \(folder)/lock
            state directory = \(folder)/state
            cache directory = \(folder)/cache
            pid directory = \(folder)/run
            ncalrpc dir = \(folder)/ncalrpc
            log file = \(folder)/log/smbd
            [apod]
            path = \(program.root)
            guest only = yes
            guest ok = yes
            read only = no
            force group = \(group)
            create mask = 0664
            directory mask = 2775

            """
        try settings.write(toFile: folder + "/smb.conf", atomically: false, encoding: .utf8)
        // It makes a process group of its own, and ends all of it with itself.
        server = try Child(
            "/usr/bin/env",
            [
                "smbd", "--foreground", "--debug-stdout",
                "--configfile=" + folder + "/smb.conf",
            ],
            environment: program.environment)
    }

    deinit { server.send(SIGKILL) }

    func client(_ commands: String...) async throws -> Child.Ended {
        try await program.tool(
            "smbclient",
            ["-N", "--configfile=" + folder + "/smb.conf", "-p", "\(port)", "//127.0.0.1/apod", "-c"]
                + [commands.joined(separator: "; ")], in: program.folder)
    }

    /// Whether a client that deletes a link deletes the link. Newer ones (4.22 and 4.25 were tried) delete what it leads
    /// to, if the client may.
    var deletesLinks: Bool {
        get async throws {
            let version = try await program.tool("smbd", ["--version"], in: program.folder).output
            let numbers = try #require(version.firstMatch(of: #/Version (\d+)\.(\d+)/#))
            return try (#require(Int(numbers.1)), #require(Int(numbers.2))) < (4, 22)
        }
    }

    /// Awaits its first answer.
    func isThere() async throws {
        try await eventually("an answer of Samba", every: .milliseconds(100), within: .seconds(60)) {
            if server.hasEnded { throw HarnessError("Samba ended: \(server.output.text.suffix(300))") }
            return try await client("ls").code == 0
        }
    }

    func stop() async {
        server.send(SIGTERM)
        _ = await server.end()
    }
}
