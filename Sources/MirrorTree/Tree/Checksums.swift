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

    /// The sums in a folder; `nil` where they are missing or torn. Anything but a file is not the mirror's.
    package init?(in folder: Folder?) throws(FolderError) {
        guard let folder, try folder.status(Self.file)?.kind == .file, let bytes = try folder.read(Self.file) else {
            return nil
        }
        self.init(bytes)
    }

    /// `nil` when a line is not of the format or has no end, or names what is no day's file: the sums were torn or edited
    /// and are made again.
    package init?(_ bytes: [UInt8]) {
        let isWhole = Self.forEachLine(of: bytes) { sum, name in
            guard PictureName.day(of: name) != nil, PictureName.canStand(name),
                let name = String(validating: name, as: UTF8.self)
            else { return false }
            sums[name] = sum
            return true
        }
        if !isWhole { return nil }
    }

    /// Whether these are the sums of these files, each named once, and of no other.
    package func name(exactly files: [String]) -> Bool {
        sums.count == files.count && files.allSatisfy { sums[$0] != nil }
    }

    /// Takes the lines' sums and names one by one, until `body` refuses one.
    ///
    /// - Returns: whether all lines are of the format, and `body` took them.
    static func forEachLine(of bytes: [UInt8], _ body: (_ sum: String, _ name: ArraySlice<UInt8>) -> Bool) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            let (sum, name) = (line.prefix(64), line.dropFirst(66))
            guard isSum(sum), line.dropFirst(64).starts(with: "  ".utf8),
                body(String(decoding: sum, as: UTF8.self), name)
            else { return false }
        }
        return rest.isEmpty
    }

    /// Whether bytes are a sum, as it stands in a line and in a day's JSON.
    static func isSum(_ text: some Collection<UInt8>) -> Bool {
        text.count == 64
            && text.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    package var encoded: [UInt8] {
        let lines = sums.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        return Array(lines.map { "\($0.value)  \($0.key)\n" }.joined().utf8)
    }
}
