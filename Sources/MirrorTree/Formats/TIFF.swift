/// The directories name the size and where the strips or tiles of every page lie: all of them must be there, and so
/// must everything else that a directory points to.
enum TIFF {
    static func inspect(_ bytes: inout FileBytes) throws -> Whole? {
        var reader = try Reader(bytes)
        var first: Whole?
        guard var next = try reader.long(4), next != 0 else { return nil }
        var seen: Set<Int64> = []
        while next != 0 {
            // Directories that form a circle are no whole picture's.
            guard seen.insert(next).inserted, let page = try page(&reader, &next) else { return nil }
            first = first ?? page
        }
        return first
    }

    /// Reads one page, if all of it is there, and moves on to the next.
    private static func page(_ reader: inout Reader, _ directory: inout Int64) throws -> Whole? {
        guard let count = try reader.short(directory) else { return nil }
        var values: [Int: [Int64]] = [:]
        for index in 0..<Int64(count) {
            let entry = directory + 2 + index * 12
            guard try reader.isInside(entry), let tag = try reader.short(entry) else { return nil }
            guard [256, 257, 273, 279, 324, 325].contains(tag) else { continue }
            values[tag] = try reader.values(entry)
        }
        guard let next = try reader.long(directory + 2 + Int64(count) * 12) else { return nil }
        directory = next
        let offsets = values[273] ?? values[324] ?? []
        let lengths = values[279] ?? values[325] ?? []
        let end = reader.bytes.count
        guard !offsets.isEmpty, offsets.count == lengths.count, zip(offsets, lengths).allSatisfy({ $0 + $1 <= end })
        else { return nil }
        // A page's parts may lie anywhere: there is no end that anything could stand behind.
        return Whole(
            width: values[256]?.first.map { Int($0) }, height: values[257]?.first.map { Int($0) }, end: end)
    }

    /// Reads numbers in the byte order that the file's first two bytes tell.
    private struct Reader {
        var bytes: FileBytes
        private let isBigEndian: Bool
        /// How many more entries and numbers are read. There is a limit, since directories may overlap.
        private var patience = 1 << 18

        init(_ bytes: FileBytes) throws {
            self.bytes = bytes
            isBigEndian = try self.bytes.byte(0) == UInt8(ascii: "M")
        }

        mutating func short(_ offset: Int64) throws -> Int? {
            return isBigEndian ? try bytes.big16(offset) : try bytes.little16(offset)
        }

        mutating func long(_ offset: Int64) throws -> Int64? {
            return isBigEndian ? try bytes.big32(offset) : try bytes.little32(offset)
        }

        /// Whether the values of a directory entry, in itself or elsewhere, lie in the file.
        mutating func isInside(_ entry: Int64) throws -> Bool {
            patience -= 1
            guard patience > 0, let type = try short(entry + 2), let count = try long(entry + 4),
                let place = try long(entry + 8)
            else { return false }
            let size: Int64 =
                switch type {
                case 1, 2, 6, 7: 1
                case 3, 8: 2
                case 4, 9, 11, 13: 4
                case 5, 10, 12: 8
                default: 0
                }
            return count * size <= 4 || place + count * size <= bytes.count
        }

        /// The numbers of one directory entry: in its last four bytes if they fit, else where those point.
        mutating func values(_ entry: Int64) throws -> [Int64]? {
            guard let type = try short(entry + 2), let count = try long(entry + 4), count <= patience else {
                return nil
            }
            patience -= Int(count)
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
