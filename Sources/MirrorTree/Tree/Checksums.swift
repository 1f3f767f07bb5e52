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
        let isWhole = Self.forEachLine(of: bytes) { sum, name in
            guard let name = String(validating: name, as: UTF8.self) else { return false }
            sums[name] = String(decoding: sum, as: UTF8.self)
            return true
        }
        if !isWhole { return nil }
    }

    /// Whether bytes hold the sums of these files and of no other; each file is named once.
    ///
    /// Files in the order in which ``encoded`` has them are compared as they come: a start compares thirty years.
    package static func name(exactly files: [String], in bytes: [UInt8]) -> Bool {
        var rest = files[...]
        let isSame = forEachLine(of: bytes) { _, name in rest.popFirst().map { name.elementsEqual($0.utf8) } == true }
        if isSame, rest.isEmpty { return true }
        return Self(bytes).map { Set($0.sums.keys) == Set(files) } == true
    }

    /// Takes the lines' sums and names one by one, until `body` refuses one.
    ///
    /// - Returns: whether all lines are of the format, and `body` took them.
    private static func forEachLine(
        of bytes: [UInt8], _ body: (_ sum: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.isEmpty { continue }
            let (sum, name) = (line.prefix(64), line.dropFirst(66))
            guard isSum(sum), line.dropFirst(64).starts(with: "  ".utf8), PictureName.day(of: name) != nil,
                PictureName.canStand(name), body(sum, name)
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
