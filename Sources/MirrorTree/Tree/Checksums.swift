internal import Days
package import Folder

/// A month's `metadata/SHA256SUMS`, as `sha256sum -c metadata/SHA256SUMS` reads it from the month's folder, or that of its
/// `metadata/published/`.
package struct Checksums: Equatable, Sendable {
    package static let file: FilePath = "SHA256SUMS"

    /// Hash by file name. Names of ours hold neither newline nor backslash, so none needs escaping.
    package var sums: [String: String] = [:]

    package init(_ sums: [String: String] = [:]) {
        self.sums = sums
    }

    /// The sums in a folder; `nil` where they are missing or torn.
    package init?(in folder: Folder?) throws(FolderError) {
        guard let bytes = try Self.bytes(in: folder) else { return nil }
        self.init(bytes)
    }

    /// The sums in a folder as they are written; `nil` where they are missing. Anything but a file is not the mirror's.
    package static func bytes(in folder: Folder?) throws(FolderError) -> [UInt8]? {
        guard let folder, try folder.status(Self.file)?.kind == .file else { return nil }
        return try folder.read(Self.file)
    }

    /// `nil` when a line is not of the format or has no end, or names what is no day's file: the sums were torn or edited
    /// and are made again.
    package init?(_ bytes: [UInt8]) {
        let isWhole = Self.forEachLine(of: bytes) { sum, name in
            guard PictureName.day(of: name) != nil, PictureName.canStand(name),
                let name = String(validating: name, as: UTF8.self)
            else { return false }
            sums[name] = String(decoding: sum, as: UTF8.self)
            return true
        }
        if !isWhole { return nil }
    }

    /// Whether lines are the sums of these files, each named once, and of no other.
    package static func name(exactly files: [String], in bytes: [UInt8]) -> Bool {
        var rest = files.sorted()[...]
        let isSame = forEachLine(of: bytes) { _, name in rest.popFirst()?.utf8.elementsEqual(name) == true }
        if isSame, rest.isEmpty { return true }
        // Lines in another order, and names that a disk spells in its own way.
        guard let sums = Checksums(bytes)?.sums else { return false }
        return sums.count == files.count && files.allSatisfy { sums[$0] != nil }
    }

    /// Takes the lines' sums and names one by one, until `body` refuses one.
    ///
    /// - Returns: whether all lines are of the format, and `body` took them.
    static func forEachLine(
        of bytes: [UInt8], _ body: (_ sum: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            let (sum, name) = (line.prefix(64), line.dropFirst(66))
            guard isSum(sum), line.dropFirst(64).starts(with: "  ".utf8), body(sum, name) else { return false }
        }
        return rest.isEmpty
    }

    /// Whether bytes are a sum, as it stands in a line and in a day's JSON.
    static func isSum(_ text: some Collection<UInt8>) -> Bool {
        // The loop has no way out, so that the compiler has many bytes looked at together.
        text.count == 64 && text.reduce(0) { $0 + ($1 &- 0x30 < 10 || $1 &- 0x61 < 6 ? 1 : 0) } == 64
    }

    package var encoded: [UInt8] {
        let lines = sums.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        return Array(lines.map { "\($0.value)  \($0.key)\n" }.joined().utf8)
    }
}
