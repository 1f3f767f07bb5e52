/// The first directory names the size and where the picture's strips or tiles lie: all of them must be there.
enum TIFF {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        var reader = Reader(bytes: bytes)
        guard let directory = try reader.long(4), let count = try reader.short(directory) else { return nil }
        var values: [Int: [Int64]] = [:]
        for index in 0..<Int64(count) {
            let entry = directory + 2 + index * 12
            guard let tag = try reader.short(entry) else { return nil }
            if [256, 257, 273, 279, 324, 325].contains(tag) { values[tag] = try reader.values(entry) }
        }
        let offsets = values[273] ?? values[324] ?? []
        let lengths = values[279] ?? values[325] ?? []
        guard !offsets.isEmpty, offsets.count == lengths.count,
            zip(offsets, lengths).allSatisfy({ $0 + $1 <= bytes.count })
        else { return nil }
        return Whole(width: values[256]?.first.map { Int($0) }, height: values[257]?.first.map { Int($0) })
    }

    /// The file's first two bytes say which end of a number comes first.
    private struct Reader {
        var bytes: FileBytes
        var isBigEndian = false

        init(bytes: FileBytes) {
            self.bytes = bytes
        }

        mutating func short(_ offset: Int64) throws -> Int? {
            try readOrder()
            return isBigEndian ? try bytes.big16(offset) : try bytes.little16(offset)
        }

        mutating func long(_ offset: Int64) throws -> Int64? {
            try readOrder()
            return isBigEndian ? try bytes.big32(offset) : try bytes.little32(offset)
        }

        private mutating func readOrder() throws {
            isBigEndian = try bytes.byte(0) == UInt8(ascii: "M")
        }

        /// The numbers of one directory entry: in its last four bytes if they fit, else where those point.
        mutating func values(_ entry: Int64) throws -> [Int64]? {
            guard let type = try short(entry + 2), let count = try long(entry + 4), count <= 1 << 16 else { return nil }
            let width: Int64 = type == 3 ? 2 : 4
            let inside = count * width <= 4
            guard let start = inside ? entry + 8 : try long(entry + 8) else { return nil }
            var values: [Int64] = []
            for index in 0..<count {
                let offset = start + index * width
                guard let value = width == 2 ? try short(offset).map({ Int64($0) }) : try long(offset) else {
                    return nil
                }
                values.append(value)
            }
            return values
        }
    }
}
