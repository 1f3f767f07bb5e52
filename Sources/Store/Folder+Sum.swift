package import Folder
internal import Hashing

extension Folder {
    /// Whether the file of that name has this SHA-256; throws when the file cannot be read.
    package func holds(_ name: FilePath, _ sum: String) throws -> Bool {
        guard try status(name)?.kind == .file, let file = try open(name) else { return false }
        return try SHA256.hash(file: file.descriptor) == sum
    }
}

extension OpenFile {
    /// Whether the file has this SHA-256; `false` when the file cannot be read.
    package func hasSum(_ sum: String) -> Bool {
        (try? SHA256.hash(file: descriptor)) == sum
    }
}
