import Foundation
import Glibc
import Hashing

/// What is persisted of the favorites of a mirror, read without the code that wrote it.
struct Persisted: Equatable {
    struct Entry: Decodable, Equatable {
        var date: String
        var added: String
        var links: Set<String>
    }

    private struct File: Decodable {
        var favorites: [Entry]
        var removed: [Entry]
    }

    /// `.apod-mirror/favorites.json`, as far as it says how the marker was left.
    struct Note: Decodable {
        struct Marker: Codable, Equatable {
            var inode: UInt64
            var ctime: Int64
        }

        var sha256: String
        var marker: Marker?
    }

    let favorites: [String: Entry]
    let removed: [String: Entry]
    /// What lies in `favorites/`, folders aside, by its path: where a link points, and nothing for a file.
    let entries: [String: String]
    /// The marker belongs to this very file, and is as it was left: nothing is under way, and nothing in doubt.
    let isSettled: Bool

    /// - Parameter onlyIfSettled: reads no more than it takes to know, and is `nil`, while something is under way.
    /// - Throws: when there is nothing that can be read, or it changes meanwhile.
    init?(root: String, onlyIfSettled: Bool) throws {
        let marker = root + "/favorites/.apod-mirror"
        let sum = try? String(contentsOfFile: marker, encoding: .utf8).trimmingCharacters(in: .newlines)
        if onlyIfSettled, sum?.isEmpty ?? true { return nil }
        let bytes = try Data(contentsOf: URL(filePath: root + "/favorites.json"))
        let own = SHA256.hash(Array(bytes))
        if onlyIfSettled, sum != own { return nil }
        let file = try JSONDecoder().decode(File.self, from: bytes)
        favorites = Dictionary(file.favorites.map { ($0.date, $0) }) { $1 }
        removed = Dictionary(file.removed.map { ($0.date, $0) }) { $1 }
        let note = try? JSONDecoder().decode(
            Note.self, from: Data(contentsOf: URL(filePath: root + "/.apod-mirror/favorites.json")))
        isSettled = sum == own && note?.sha256 == own && note?.marker == Self.marker(at: marker)
        entries = Self.entries(below: root + "/favorites")
    }

    init(root: String) throws {
        guard let read = try Self(root: root, onlyIfSettled: false) else { throw HarnessError("nothing in \(root)") }
        self = read
    }

    /// Nothing is under way, and every link that is recorded is there.
    var isQuiet: Bool {
        isSettled && favorites.values.allSatisfy { $0.links.allSatisfy { entries[$0] != nil } }
    }

    static func marker(at path: String) -> Note.Marker? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let time = status.st_ctim
        return Note.Marker(
            inode: UInt64(status.st_ino), ctime: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    private static func entries(below folder: String) -> [String: String] {
        let files = FileManager.default
        var entries: [String: String] = [:]
        guard let walk = files.enumerator(atPath: folder) else { return [:] }
        while let path = walk.nextObject() as? String {
            switch walk.fileAttributes?[.type] as? FileAttributeType {
            case .typeDirectory: continue
            case .typeSymbolicLink:
                entries[path] = (try? files.destinationOfSymbolicLink(atPath: folder + "/" + path)) ?? ""
            default: entries[path] = ""
            }
        }
        entries[".apod-mirror"] = nil
        return entries
    }
}
