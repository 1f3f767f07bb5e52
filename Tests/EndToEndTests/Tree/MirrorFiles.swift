import Foundation
import SampleNASA

/// A mirror's tree read from scratch, without a line of the code that wrote it.
struct MirrorFiles {
    /// One name somewhere below the root.
    struct File {
        /// From the root on.
        let path: String
        let bytes: Data
        let sha256: String
        let name: String
        let suffix: String
        let folder: String
        /// The day a name begins with.
        let day: String
        /// How many names its path has.
        let depth: Int

        fileprivate init(path: String, bytes: Data, sha256: String) {
            self.path = path
            self.bytes = bytes
            self.sha256 = sha256
            name = (path as NSString).lastPathComponent
            suffix = (path as NSString).pathExtension
            folder = (path as NSString).deletingLastPathComponent
            day = String(name.prefix(10))
            depth = path.utf8.count { $0 == UInt8(ascii: "/") } + 1
        }
    }

    let root: String
    private(set) var files: [String: File] = [:]
    /// By how deep they lie, in the order of their paths.
    private var levels: [Int: [File]] = [:]
    /// Anything that is neither file nor folder, by its path from the root.
    private(set) var strange: [String] = []

    /// Beside a daemon files come and go: when one went while they were read, all are read again.
    /// - Parameter place: another root that is to be read.
    init(_ program: Program, at place: String? = nil) async throws {
        root = place ?? program.root
        guard FileManager.default.fileExists(atPath: root) else { return }
        for _ in 0..<100 {
            do {
                try await read(program)
                return
            } catch is Gone {
                continue
            }
        }
        throw HarnessError("\(root) does not come to rest")
    }

    private struct Gone: Error {}

    private mutating func read(_ program: Program) async throws {
        (files, strange) = ([:], [])
        guard let walk = FileManager.default.enumerator(atPath: root) else { throw HarnessError("cannot list \(root)") }
        var paths: [String] = []
        while let path = walk.nextObject() as? String {
            switch walk.fileAttributes?[.type] as? FileAttributeType {
            case .typeRegular: paths.append(path)
            case .typeDirectory: break
            default: strange.append(path)
            }
        }
        let sums = try await Self.sums(of: paths, in: root, program)
        for path in paths {
            let place = root + "/" + path
            guard let bytes = FileManager.default.contents(atPath: place) else {
                throw FileManager.default.fileExists(atPath: place) ? HarnessError("cannot read \(path)") : Gone()
            }
            files[path] = File(path: path, bytes: bytes, sha256: sums[path] ?? "")
        }
        sort()
    }

    /// Once: tests ask for a day's file again and again.
    private mutating func sort() {
        levels = Dictionary(grouping: files.values, by: \.depth).mapValues { $0.sorted { $0.path < $1.path } }
    }

    private static func sums(of paths: [String], in root: String, _ program: Program) async throws -> [String: String] {
        var sums: [String: String] = [:]
        // A command line holds a few megabytes.
        for start in stride(from: 0, to: paths.count, by: 5_000) {
            let some = paths[start..<min(start + 5_000, paths.count)]
            let ended = try await program.tool("sha256sum", ["--zero", "--"] + some, in: root)
            if ended.errors.contains("No such file or directory") { throw Gone() }
            guard ended.code == 0 else { throw HarnessError("sha256sum: \(ended.errors)") }
            for line in ended.output.split(separator: "\0") {
                sums[String(line.dropFirst(66))] = String(line.prefix(64))
            }
        }
        return sums
    }

    /// Without what is not to be judged.
    func without(_ isLeftOut: (String) -> Bool) -> MirrorFiles {
        var others = self
        others.files = files.filter { !isLeftOut($0.key) }
        others.strange = strange.filter { !isLeftOut($0) }
        others.sort()
        return others
    }

    /// What stands for the days, directly in the months: pictures, videos and pages.
    var visible: [File] {
        below(depth: 3).filter {
            Self.beginsWithDigit($0.path) && Self.beginsWithDigit($0.name) && $0.suffix != "xmp"
        }
    }

    /// The gallery's pages.
    var pages: [File] { files.values.filter { $0.name == "index.html" } }

    /// The data of its years.
    var galleryData: [File] { below(depth: 2).filter { $0.name == "gallery.js" } }

    var thumbnails: [File] {
        below(depth: 4).filter { $0.path.hasPrefix(".apod-mirror/thumbnails/") && $0.suffix == "jpg" }
    }

    /// The days' JSON.
    var metadata: [File] {
        below(depth: 4).filter {
            $0.folder.hasSuffix("/metadata") && $0.suffix == "json" && Self.beginsWithDigit($0.path)
        }
    }

    var sums: [File] { below(depth: 4).filter { $0.name == "SHA256SUMS" } }

    /// The days' records as NASA served them.
    var records: [File] { below(depth: 5).filter { $0.folder.hasSuffix("/metadata/published") && $0.suffix == "json" } }

    var publishedSums: [File] {
        below(depth: 5).filter { $0.folder.hasSuffix("/metadata/published") && $0.name == "SHA256SUMS" }
    }

    var superseded: [File] { below(depth: 5).filter { $0.folder.hasSuffix("/metadata/superseded") } }

    var incoming: [File] { files.values.filter { $0.folder == ".apod-mirror/incoming" } }

    /// The folders `YYYY/YYYY-MM`.
    var months: [String] { Set(visible.map(\.folder)).sorted() }

    func picture(of day: String) -> File? { visible.first { $0.day == day } }

    /// What a pass without news leaves as it is: everything but the daemon's notes.
    var lasting: [String: String] {
        files.filter { !$0.key.hasPrefix(".apod-mirror/") }.mapValues(\.sha256)
    }

    /// The same, and the thumbnails, which come after their pictures.
    var lastingWithThumbnails: [String: String] {
        files.filter { !$0.key.hasPrefix(".apod-mirror/") || $0.key.hasPrefix(".apod-mirror/thumbnails/") }
            .mapValues(\.sha256)
    }

    func record(of day: String) -> DayRecord? {
        metadata.first { $0.name == day + ".json" }.flatMap { DayRecord($0.bytes) }
    }

    private static func beginsWithDigit(_ text: String) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    private func below(depth: Int) -> [File] {
        levels[depth] ?? []
    }
}

/// What a day's JSON says.
struct DayRecord {
    let json: [String: Any]

    init?(_ bytes: Data) {
        guard let json = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any] else { return nil }
        self.json = json
    }

    var mirror: [String: Any] { json["mirror"] as? [String: Any] ?? [:] }
    var picture: [String: Any]? { mirror["picture"] as? [String: Any] }
    var state: String { mirror["state"] as? String ?? "" }
    var date: String { json["date"] as? String ?? "" }
    var title: String { json["title"] as? String ?? "" }
    var story: String { json["explanation"] as? String ?? "" }
    var file: String? { picture?["file"] as? String }
    var sha256: String? { picture?["sha256"] as? String }
    /// The SHA-256 of the record that NASA served.
    var served: String? { (mirror["record"] as? [String: Any])?["sha256"] as? String }
    var bytes: Int? { picture?["bytes"] as? Int }
    var reason: String? { (mirror["pending"] as? [String: Any])?["reason"] as? String }
}
