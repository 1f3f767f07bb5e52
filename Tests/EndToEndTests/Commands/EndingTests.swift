import Foundation
import SampleNASA
import Testing

/// Whatever reads a file to its end stops for a signal, however long the file is.
@Suite(.needsBinary, .timeLimit(.minutes(5))) struct EndingTests {
    private let program: Program
    private let folder: String
    /// Of holes, which take no room on a disk: to hash it takes ten minutes.
    private static let length: UInt64 = 1 << 40

    init() async throws {
        program = try Program(ServedDays.last(4))
        folder = program.folder + "/old pictures"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try await program.run("sync", "--create", "--history", "3", "--thumbnails", "no")
        try #require(made.code == 0, "\(made.errors)")
    }

    private func stretch(_ path: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: Self.length)
        try file.close()
    }

    /// The bytes that a process has read.
    private func read(_ process: pid_t) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
        return text.firstMatch(of: #/rchar: (\d+)/#).flatMap { Int($0.1) } ?? 0
    }

    private func endInTheMidst(of child: Child, reading process: pid_t, _ signal: CInt) async throws -> Child.Ended {
        try await eventually("the long file is read") {
            if child.hasEnded { throw HarnessError("it ended: \(child.output.text)\(child.errors.text)") }
            return read(process) > 300_000_000
        }
        kill(process, signal)
        return await child.end(within: .seconds(30))
    }

    @Test(arguments: ["verify", "verify --repair", "import", "import --move"], [SIGTERM, SIGINT])
    func `a command ends in the midst of a long file`(command: String, signal: CInt) async throws {
        var words = command.split(separator: " ").map(String.init)
        switch words[0] {
        case "verify":
            let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
            try stretch("\(program.root)/\(picture.path)")
        default:
            words.append(folder)
            try stretch("\(folder)/\(ServedDays.ago(3)).mp4")
        }
        let child = try program.start(words, adding: ["APOD_MIRROR_MAX_VIDEO_BYTES": "2000 GB"])
        let ended = try await endInTheMidst(of: child, reading: child.pid, signal)
        #expect([130, 128 + signal].contains(ended.code), "\(ended)")
        if words[0] == "import" { #expect(ended.errors.contains("Stopped. What is stored stays"), "\(ended)") }
    }

    @Test func `a daemon that imports for a command ends in the midst of a long file`() async throws {
        let setting = ["APOD_MIRROR_MAX_VIDEO_BYTES": "2000 GB", "APOD_MIRROR_THUMBNAILS": "no"]
        try stretch("\(folder)/\(ServedDays.ago(3)).mp4")
        let daemon = try await RunningDaemon(program, adding: setting)
        let child = try program.start(["import", folder], adding: setting)
        let ended = try await endInTheMidst(of: daemon.child, reading: daemon.child.pid, SIGTERM)
        #expect(ended.code == 0, "\(ended)")
        #expect(await child.end().code == 75)
    }

    @Test(arguments: [true, false])
    func `a file that is longer than any picture is passed over, and named`(isDryRun: Bool) async throws {
        try stretch("\(folder)/\(ServedDays.ago(2)).jpg")
        try Data(program.server.picture(for: ServedDays.ago(1))).write(
            to: URL(filePath: "\(folder)/\(ServedDays.ago(1)).jpg"))
        let child = try program.start(["import", folder] + (isDryRun ? ["--dry-run"] : []))
        let ended = await child.end(within: .seconds(60))
        #expect(ended.code == (isDryRun ? 0 : 1), "\(ended)")
        #expect(
            ended.output.contains(
                "\(ServedDays.ago(2)).jpg: it has 1.1 TB, and no picture or video that is kept has more than 500 MB"),
            "\(ended)")
    }
}
