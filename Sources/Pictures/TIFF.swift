/// The directories name the size and where the strips or tiles of every page lie: all of them must be there, and so
/// must everything else that a directory points to. EXIF data is a TIFF as well.
enum TIFF {
    /// The first directory's tags that say how a picture is shown.
    struct Tags {
        var width: Int?
        var height: Int?
        var orientation: Orientation?
    }

    static func read(_ bytes: inout FileBytes, _ extent: PictureStructure.Extent) throws -> PictureStructure? {
        guard let tags = try tags(bytes, at: 0) else { return nil }
        var picture = PictureStructure(orientation: tags.orientation ?? .upright)
        if let width = tags.width, let height = tags.height { picture.size = PixelSize(width: width, height: height) }
        guard extent == .whole else { return picture }
        var walk = try Walk(bytes)
        // A page's parts may lie anywhere: there is no end that anything could stand behind.
        if try walk.isWhole() { picture.end = bytes.count }
        return picture
    }

    /// - Parameter start: the offset in the file at which the TIFF begins.
    static func tags(_ bytes: FileBytes, at start: Int) throws -> Tags? {
        var bytes = bytes
        guard try bytes.setOrder(at: start), let place = try bytes.long(start + 4),
            let count = try bytes.short(start + place)
        else { return nil }
        var tags = Tags()
        for index in 0..<count {
            let entry = start + place + 2 + index * 12
            guard let tag = try bytes.short(entry), let type = try bytes.short(entry + 2) else { return nil }
            let value = type == 3 ? try bytes.short(entry + 8) : type == 4 ? try bytes.long(entry + 8) : nil
            switch tag {
            case 256: tags.width = value
            case 257: tags.height = value
            case 274: tags.orientation = value.flatMap { Orientation(rawValue: $0) }
            default: break
            }
        }
        return tags
    }

    /// The way through all directories.
    private struct Walk {
        private var bytes: FileBytes
        /// How many more entries and numbers are read. There is a limit, since directories may overlap.
        private var patience = 1 << 18

        init(_ bytes: FileBytes) throws {
            self.bytes = bytes
            _ = try self.bytes.setOrder(at: 0)
        }

        mutating func isWhole() throws -> Bool {
            guard var next = try bytes.long(4), next != 0 else { return false }
            var seen: Set<Int> = []
            while next != 0 {
                // Directories that form a circle are no whole picture's.
                guard seen.insert(next).inserted, let following = try page(next) else { return false }
                next = following
            }
            return true
        }

        /// The directory behind a page's, zero behind the last; `nil` where part of the page is missing.
        private mutating func page(_ directory: Int) throws -> Int? {
            guard let count = try bytes.short(directory) else { return nil }
            var values: [Int: [Int]] = [:]
            for index in 0..<count {
                let entry = directory + 2 + index * 12
                guard try isInside(entry), let tag = try bytes.short(entry) else { return nil }
                guard [273, 279, 324, 325].contains(tag) else { continue }
                values[tag] = try numbers(entry)
            }
            let offsets = values[273] ?? values[324] ?? []
            let lengths = values[279] ?? values[325] ?? []
            guard !offsets.isEmpty, offsets.count == lengths.count,
                zip(offsets, lengths).allSatisfy({ $0 + $1 <= bytes.count })
            else { return nil }
            return try bytes.long(directory + 2 + count * 12)
        }

        /// Whether the values of a directory entry, in itself or elsewhere, lie in the file.
        private mutating func isInside(_ entry: Int) throws -> Bool {
            patience -= 1
            guard patience > 0, let type = try bytes.short(entry + 2), let count = try bytes.long(entry + 4),
                let place = try bytes.long(entry + 8)
            else { return false }
            let size =
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
        private mutating func numbers(_ entry: Int) throws -> [Int]? {
            guard let type = try bytes.short(entry + 2), let count = try bytes.long(entry + 4), count <= patience else {
                return nil
            }
            patience -= count
            let width = type == 3 ? 2 : 4
            guard let start = count * width <= 4 ? entry + 8 : try bytes.long(entry + 8) else { return nil }
            var numbers: [Int] = []
            for index in 0..<count {
                guard let number = try bytes.number(start + index * width, width) else { return nil }
                numbers.append(number)
            }
            return numbers
        }
    }
}

extension FileBytes {
    /// Reads numbers in the byte order that a TIFF's first two bytes tell; `false` where they tell none.
    fileprivate mutating func setOrder(at start: Int) throws -> Bool {
        let order = try text(start, 2)
        isLittleEndian = order == "II"
        return order == "II" || order == "MM"
    }
}
