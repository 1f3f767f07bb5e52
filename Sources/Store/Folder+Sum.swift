package import Folder
internal import Hashing

extension Folder {
    /// Whether those very bytes stand under the name; throws when they cannot be read.
    package func holds(_ name: FilePath, _ sum: String) throws -> Bool {
        guard try status(name)?.kind == .file, let file = try open(name) else { return false }
        return try SHA256.hash(file: file.descriptor) == sum
    }
}

extension OpenFile {
    /// Whether the file has those very bytes; one that cannot be read has not.
    package func hasSum(_ sum: String) -> Bool {
        (try? SHA256.hash(file: descriptor)) == sum
    }
}
