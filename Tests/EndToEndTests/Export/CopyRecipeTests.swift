import Foundation
import SampleNASA
import TestSupport
import Testing

/// The recipes of docs/copies.md, as they stand there, with folders and addresses of a test's own.
@Suite(.needsBinary) struct CopyRecipeTests {
    private static let days = 5

    private let program: Program
    /// `~` of the recipes, with a space in its path.
    private var home: String { place.path + "/home of anna" }
    private let place: TemporaryFolder

    init() async throws {
        place = try TemporaryFolder()
        let pictures = place.path + "/home of anna/Pictures"
        for folder in [pictures, place.path + "/home of anna/backup"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        program = try Program(ServedDays.last(Self.days, .fixed(400_000)), in: pictures)
        let made = try await program.run("sync", "--create", "--history", "\(Self.days)")
        try #require(made.code == 0, "\(made.errors)")
        #expect(try await program.run("favorites", "add", ServedDays.ago(1), "--album", "Moons").code == 0)
    }

    /// The lines of a recipe, with a disk for copies at home.
    private func lines(of name: String) throws -> [String] {
        try Recipe(name, of: "docs/copies.md").blocks[0].replacing("/media/", with: "~/")
            .split(separator: "\n").map(String.init)
    }

    /// Runs lines as a script that ends with the first of them that fails.
    private func run(_ lines: [String], in environment: [String] = []) async throws -> Child.Ended {
        let path = "PATH=\(URL(filePath: Program.binary).deletingLastPathComponent().path):/usr/bin:/bin"
        let script = lines.joined(separator: "\n")
        return try await program.tool("env", environment + ["HOME=\(home)", path, "sh", "-euxc", script])
    }

    private func succeed(_ lines: [String], in environment: [String] = []) async throws {
        let ended = try await run(lines, in: environment)
        try #require(ended.code == 0, "\(ended)")
    }

    private func sum(of root: String) async throws -> String {
        let ended = try await program.start(["sum", "--mirror", root]).end()
        #expect(ended.code == 0, "\(ended)")
        return ended.output
    }

    /// That the folder is a mirror with the same days and favorites, with nothing wrong in it.
    private func expectMirror(at root: String) async throws {
        #expect(try await sum(of: root) == sum(of: program.root))
        let verified = try await program.start(["verify", "--mirror", root]).end()
        #expect(verified.code == 0, "\(verified)")
        let listed = try await program.start(["favorites", "--mirror", root]).end()
        #expect(listed.code == 0 && listed.output.contains(ServedDays.ago(1)), "\(listed)")
    }

    @Test(.needs(tool: "rsync")) func `rsync makes a mirror of it, again and again`() async throws {
        try await succeed(lines(of: "rsync"))
        try await expectMirror(at: home + "/backup/APOD")
        #expect(try await program.run("hide", ServedDays.ago(2)).code == 0)
        try await succeed(lines(of: "rsync"))
        try await expectMirror(at: home + "/backup/APOD")
    }

    @Test(.needs(tool: "restic")) func `what restic brings back is a mirror`() async throws {
        try Data("secret".utf8).write(to: URL(filePath: program.folder + "/password"))
        let environment = [
            "RESTIC_REPOSITORY=\(program.folder)/repository", "RESTIC_PASSWORD_FILE=\(program.folder)/password",
            "RESTIC_CACHE_DIR=\(program.folder)/cache",
        ]
        try await succeed(lines(of: "restic"), in: environment)
        try await expectMirror(at: home + "/backup/restored" + program.root)
    }

    @Test(.needs(tool: "rclone")) func `rclone brings a bag to WebDAV, and finds what is damaged there`() async throws {
        let environment = ["RCLONE_CONFIG=\(program.folder)/rclone.conf"]
        let (port, store) = (try LastingPort.find(), program.folder + "/store")
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        let server = try Child(
            "/usr/bin/rclone", ["serve", "webdav", store, "--addr", "127.0.0.1:\(port)"],
            environment: program.environment)
        defer { server.send(SIGTERM) }
        let made = try await program.tool(
            "env",
            environment + [
                "rclone", "config", "create", "nas", "webdav", "url=http://127.0.0.1:\(port)", "vendor=other",
            ])
        #expect(made.code == 0, "\(made)")
        try await eventually("a server that listens") { (try? Connection(port: port)) != nil }
        try await succeed(lines(of: "rclone"), in: environment)

        let copied = try await MirrorFiles(program, at: store + "/APOD").files
        let picture = try #require(copied.keys.first { $0.hasSuffix(".jpg") })
        #expect(copied.keys.count { $0.hasSuffix(".jpg") } == Self.days)
        try Data("damaged".utf8).write(to: URL(filePath: "\(store)/APOD/\(picture)"))
        let found = try await run([#require(lines(of: "rclone").last)], in: environment)
        #expect(found.code != 0 && found.errors.contains(picture), "\(found)")
    }

    @Test(.needs(tool: "syncthing"), .needs(tool: "curl"))
    func `Syncthing brings an export to another machine, and takes what went`() async throws {
        let (here, there) = (try await Syncthing("here", program), try await Syncthing("there", program))
        let folder = home + "/APOD-phone"
        let recipe = try lines(of: "Syncthing")
        try await succeed(recipe.map { $0.replacing("syncthing cli", with: "syncthing cli --home '\(here.home)'") })
        try await there.add("apod", at: home + "/phone")
        try await here.share("apod", with: there)
        try await there.share("apod", with: here)
        let (program, phone) = (program, home + "/phone")
        try await eventually("all pictures there", every: .milliseconds(500)) {
            let sent = try await MirrorFiles(program, at: folder).pictures
            let came = try await MirrorFiles(program, at: phone).pictures
            return sent.count == Self.days && came == sent
        }
        #expect(try await program.run("hide", ServedDays.ago(2)).code == 0)
        try await succeed([#require(recipe.first)])
        try await here.post("/rest/db/scan?folder=apod")
        try await eventually("one picture fewer there", every: .milliseconds(500)) {
            try await MirrorFiles(program, at: phone).pictures.count == Self.days - 1
        }
    }
}

extension MirrorFiles {
    /// The checksums of the pictures that are JPEG, by their paths.
    fileprivate var pictures: [String: String] {
        files.filter { $0.key.hasSuffix(".jpg") }.mapValues(\.sha256)
    }
}
