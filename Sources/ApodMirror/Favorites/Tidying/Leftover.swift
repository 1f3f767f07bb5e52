internal import Days
internal import Folder

/// The hidden name that a tidying works under: `.apod-mirror-` and eight digits that follow from the name of the entry
/// beside it, so that whoever finds one after a crash knows its partner.
enum Leftover {
    private static let beginning = ".apod-mirror-"

    static func isName(_ name: FilePath) -> Bool {
        let digits = name.bytes.dropFirst(beginning.utf8.count)
        return name.bytes.starts(with: beginning.utf8) && digits.count == 8
            && digits.allSatisfy { $0.isASCIIDigit || (0x41...0x46).contains($0) }
    }

    static func name(for entry: FilePath) -> FilePath {
        // FNV-1a: short, and the same in every process.
        let hash = entry.bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16, uppercase: true)
        return FilePath(beginning + String(repeating: "0", count: 8 - digits.count) + digits)
    }
}
