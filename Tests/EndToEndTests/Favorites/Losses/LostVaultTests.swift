import Foundation
import Glibc
import SampleNASA
import Testing

/// The vault, or a file in it, is lost or damaged: any pass makes it whole, and what a message advises helps.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct LostVaultTests {
    private static let settings = ["APOD_MIRROR_THUMBNAILS": "false", "APOD_MIRROR_GALLERY": "false"]
    private static let path = ".apod-mirror/vault"
    private static let count = 4

    enum Damage: CaseIterable {
        case folder, everyFile, picture, json, record, cutPicture, otherBytes

        fileprivate func strike(_ program: Program) throws {
            let vault = "\(program.root)/\(LostVaultTests.path)"
            let names = try FileManager.default.contentsOfDirectory(atPath: vault).sorted()
            let day = ServedDays.ago(1)
            let picture = try #require(names.first { $0.hasPrefix("\(day) ") })
            func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(vault)/\(name)") }
            /// As a program writes that opens the file.
            func write(_ change: (FileHandle) throws -> Void) throws {
                let file = try #require(FileHandle(forUpdatingAtPath: "\(vault)/\(picture)"))
                try change(file)
                try file.close()
            }
            switch self {
            case .folder: try remove("")
            case .everyFile: for name in names { try remove(name) }
            case .picture: try remove(picture)
            case .json: try remove("\(day).json")
            case .record: try remove("\(day).record.json")
            case .cutPicture: try write { try $0.truncate(atOffset: 100) }
            case .otherBytes: try write { try $0.write(contentsOf: Data("other bytes".utf8)) }
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `beside a daemon a drop has all of it made again`(damage: Damage) async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: Self.settings)
        try await calm(program)
        let before = try vault(program)
        try damage.strike(program)
        try await link(ServedDays.ago(Self.count), program)
        try await eventually("the vault as it was, and one more", within: .seconds(30)) {
            guard let now = try? vault(program) else { return false }
            return now.count == before.count + 3 && now.merging(before) { $1 } == now
        }
        #expect(await daemon.end().code == 0)
    }

    /// Run as it is said, the command that a message advises ends the trouble.
    @Test(arguments: Damage.allCases, [true, false])
    func `what a command advises helps`(damage: Damage, hasDaemon: Bool) async throws {
        let program = try await mirror()
        let daemon = hasDaemon ? try await RunningDaemon(program, adding: Self.settings) : nil
        if hasDaemon { try await calm(program) }
        let before = try vault(program)
        for command in ["favorites", "status", "verify"] {
            try damage.strike(program)
            let told = try await program.start([command], adding: Self.settings).end()
            let advice = told.output.firstMatch(of: #/To (?:put that right|repair [a-z ]+): apod-mirror ([a-z -]+)/#)
            if let advice {
                let words = advice.1.split(separator: " ").map(String.init)
                let done = try await program.start(words, adding: Self.settings).end()
                #expect(done.code == 0, "\(command), \(words): \(done.output)\(done.errors)")
                #expect(try vault(program) == before, "\(command) says \(told.output)")
                let again = try await program.start([command], adding: Self.settings).end()
                let well: Int32 = command == "status" && !hasDaemon ? 3 : 0
                #expect(again.code == well && !again.output.contains("vault"), "\(again.output)")
            } else {
                // Names and sizes are all that the two quick commands look at. Beside a daemon the trouble may be over already.
                let isSeen = damage != .otherBytes && damage != .record && damage != .cutPicture || command == "verify"
                #expect(hasDaemon || !isSeen || command == "favorites" && damage == .record, "\(told.output)")
                #expect(try await program.run("sync", adding: Self.settings).code == 0)
                if hasDaemon { #expect(try vault(program) == before, "after a sync") }
                #expect(try await program.run("verify", "--repair", adding: Self.settings).code == 0)
                #expect(try vault(program) == before, "after a repair")
            }
        }
        if let daemon { #expect(await daemon.end().code == 0) }
    }

    /// A daemon at rest is woken by nothing; whoever asks it how things are has it look.
    @Test func `status has the daemon make it again`() async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: Self.settings)
        try await calm(program)
        let before = try vault(program)
        try Damage.folder.strike(program)
        _ = try await program.run("status", adding: Self.settings)
        try await eventually("the vault as it was", within: .seconds(30)) { (try? vault(program)) == before }
        #expect(try await program.run("status", adding: Self.settings).code == 0)
        #expect(await daemon.end().code == 0)
    }

    /// A mirror whose newest days but one are favorites, of which the vault has everything.
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(Self.count + 1))
        let words = ["sync", "--create", "--quiet", "--history", "\(Self.count + 1)"]
        let made = try await program.start(words, adding: Self.settings).end()
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        for ago in 0..<Self.count { try await link(ServedDays.ago(ago), program) }
        #expect(try await program.run("sync", "--quiet", adding: Self.settings).code == 0)
        #expect(try vault(program).count == 3 * Self.count)
        return program
    }

    private func link(_ day: String, _ program: Program) async throws {
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        #expect(symlink("../\(picture.path)", "\(program.root)/favorites/\(picture.name)") == 0)
    }

    /// Awaits that the daemon has no more to do for the favorites that are there.
    private func calm(_ program: Program) async throws {
        #expect(try await program.run("sync", "--quiet", adding: Self.settings).code == 0)
        #expect(try await program.run("verify", adding: Self.settings).code == 0)
    }

    /// The bytes of all that lies in the vault, by its name.
    private func vault(_ program: Program) throws -> [String: Data] {
        let folder = "\(program.root)/\(Self.path)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
    }
}
