internal import Days
internal import Folder

/// A month's `metadata/SHA256SUMS`, as `sha256sum -c metadata/SHA256SUMS` reads it from the month's folder.
package struct Checksums: Equatable, Sendable {
    /// Hash by file name. Names of ours hold neither newline nor backslash, so none needs escaping.
    package var sums: [String: String] = [:]

    package init(_ sums: [String: String] = [:]) {
        self.sums = sums
    }

    /// `nil` when a line is not of the format or has no end, or names what is no day's file: the sums were torn or edited
    /// and are made again.
    package init?(_ bytes: [UInt8]) {
        guard bytes.isEmpty || bytes.last == UInt8(ascii: "\n") else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let name = FilePath(bytes: Array(line.dropFirst(66)))
            guard line.dropFirst(64).prefix(2).elementsEqual("  ".utf8), PictureName.day(of: name) != nil,
                PictureName.canStand(name), let text = name.text,
                let sum = String(validating: line.prefix(64), as: UTF8.self), Self.isSum(sum)
            else { return nil }
            sums[text] = sum
        }
    }

    /// Whether a text is a sum, as it stands in a line and in a day's JSON.
    static func isSum(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    package var encoded: [UInt8] {
        let lines = sums.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        return Array(lines.map { "\($0.value)  \($0.key)\n" }.joined().utf8)
    }
}
