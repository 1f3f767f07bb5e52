import Folder
import Foundation
import Glibc
import TestSupport
import Testing

/// The real thumbnailer, asked as the daemon asks it.
final class ThumbnailWorker {
    private let socket: PassingSocket
    let process: Int32
    private var code: Int32?
    /// What it says besides.
    let errors: OpenFile

    init(adding variables: [String: String] = [:]) throws {
        let (here, there) = try PassingSocket.pair()
        errors = try OpenFile.inMemory("errors")
        process = try Spawn.start(
            Program.thumbnailer, [], environment: variables,
            streams: [there.descriptor, nil, errors.descriptor])
        socket = here
        withExtendedLifetime(there) {}
        _ = try socket.receive(within: .seconds(60))
    }

    deinit {
        if code == nil {
            kill(process, SIGKILL)
            _ = Spawn.end(of: process)
        }
    }

    /// What comes back for a picture; without a line it has ended.
    struct Made {
        var line: String?
        var thumbnails: [[UInt8]]
    }

    /// Whatever a picture is, it is answered: at the latest when the thumbnailer's own limit of processor time is reached.
    func ask(_ picture: OpenFile, _ text: String, into files: [OpenFile]) throws -> String? {
        do {
            try socket.send(text, files: [picture] + files)
        } catch {
            return nil
        }
        return try socket.receive(within: .seconds(180))?.text
    }

    func ask(_ picture: OpenFile, _ text: String, files count: Int) throws -> Made {
        let files = try (0..<count).map { try OpenFile.inMemory("thumbnail-\($0)") }
        let line = try ask(picture, text, into: files)
        return Made(line: line, thumbnails: try files.map { try $0.read(Int($0.status().bytes), at: 0) })
    }

    func ask(_ bytes: [UInt8], _ widths: [Int]) throws -> Made {
        let file = try OpenFile.inMemory("picture")
        try file.write(bytes)
        return try ask(file, widths.map(String.init).joined(separator: " "), files: widths.count)
    }

    /// The most memory it ever held, in bytes.
    func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let peak = status.firstMatch(of: #/VmHWM:\s+([0-9]+) kB/#).flatMap { Int($0.output.1) }
        return try #require(peak) * 1_024
    }

    /// Closes the daemon's end and waits for its own.
    func end() -> Int32 {
        socket.stop()
        let code = Spawn.end(of: process)
        self.code = code
        return code
    }

    var complaints: String {
        get throws { String(decoding: try errors.read(Int(errors.status().bytes), at: 0), as: UTF8.self) }
    }
}

/// Pictures of every kind, made by a library that is none of ours.
final class PictureSamples {
    let folder: TemporaryFolder
    private static let script = Package.folder.appending(path: "Tests/thumbnail-samples.py").path

    /// - Parameter kind: a word of the script.
    init(_ kind: String) async throws {
        folder = try TemporaryFolder()
        _ = try await Self.run([kind, folder.path])
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    func open(_ name: String) throws -> OpenFile {
        try #require(try folder.folder.open(FilePath(name)))
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
    }

    /// What that library sees in pictures: format, size, the colours of the four quarters, and whatever there is besides.
    func look(_ pictures: [[UInt8]]) async throws -> [[String]] {
        let seen = try TemporaryFolder()
        let paths = pictures.indices.map { "\(seen.path)/\($0).jpg" }
        for (path, picture) in zip(paths, pictures) { try Data(picture).write(to: URL(filePath: path)) }
        return try await Self.run(["look"] + paths).split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
    }

    private static func run(_ words: [String]) async throws -> String {
        let ended = try await Child("/usr/bin/python3", [script] + words, environment: ["LC_ALL": "C.UTF-8"]).end()
        guard ended.code == 0 else { throw HarnessError("thumbnail-samples.py: \(ended.errors)") }
        return ended.output
    }

    fileprivate static let isPossible = Command.succeeds("/usr/bin/python3", "-c", "import PIL.ImageCms")
}

extension Trait where Self == ConditionTrait {
    /// It limits its own memory to less than a sanitizer takes.
    static var needsThumbnailer: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: Program.thumbnailer)
                && !ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("SAN_OPTIONS") },
            "needs the thumbnailer beside apod-mirror, built without a sanitizer")
    }

    static var needsPictureSamples: Self {
        .enabled(if: PictureSamples.isPossible, "needs python3-pil, which makes the pictures")
    }
}
