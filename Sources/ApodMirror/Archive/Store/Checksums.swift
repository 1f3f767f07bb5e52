internal import Days

/// A month's `metadata/SHA256SUMS`, as `sha256sum -c metadata/SHA256SUMS` reads it from the month's folder.
struct Checksums: Equatable, Sendable {
    /// Hash by file name. Names of ours hold neither newline nor backslash, so none needs escaping.
    var sums: [String: String] = [:]

    init(_ sums: [String: String] = [:]) {
        self.sums = sums
    }

    /// `nil` when a line is not of the format: the file was torn or edited and is made again.
    init?(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard line.count > 66, line.prefix(64).allSatisfy(Self.isDigit),
                line.dropFirst(64).prefix(2).elementsEqual("  ".utf8),
                let sum = String(validating: line.prefix(64), as: UTF8.self),
                let name = String(validating: line.dropFirst(66), as: UTF8.self)
            else { return nil }
            sums[name] = sum
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    var encoded: [UInt8] {
        let lines = sums.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        return Array(lines.map { "\($0.value)  \($0.key)\n" }.joined().utf8)
    }
}
