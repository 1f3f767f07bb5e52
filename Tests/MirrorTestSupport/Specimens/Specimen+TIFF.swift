import Pictures

extension Specimen {
    static let tiffs: [Specimen] = [
        tiff("TIFF, its directory last", isBig: false),
        tiff("big-endian TIFF, its directory last", isBig: true),
        tiff("TIFF, its directory first", isBig: false, directoryFirst: true),
        tiff("big-endian TIFF in tiles", isBig: true, tiles: true, directoryFirst: true),
        tiff("TIFF in one strip", isBig: false, strips: 1),
        tiff("TIFF with two pages", isBig: false, strips: 2, pages: 2),
        tiff("TIFF with two pages", isBig: true, strips: 1).followed(by: [0, 0, 0], " with padding"),
    ]

    private static func tiff(
        _ name: String, isBig: Bool, tiles: Bool = false, directoryFirst: Bool = false, strips: Int = 3, pages: Int = 1
    ) -> Specimen {
        var writer = TIFFWriter(isBig: isBig)
        for page in 1...pages {
            writer.page(tiles: tiles, strips: strips, directoryFirst: directoryFirst, isLast: page == pages)
        }
        return Specimen(name, .tiff, 800, 600, writer.bytes)
    }
}

private struct TIFFWriter {
    let isBig: Bool
    var bytes: [UInt8]
    /// Where the place of the next directory is written.
    private var link = 4

    init(isBig: Bool) {
        self.isBig = isBig
        bytes = ascii(isBig ? "MM" : "II") + (isBig ? big16(42) : little16(42)) + [0, 0, 0, 0]
    }

    private func short(_ value: Int) -> [UInt8] { isBig ? big16(value) : little16(value) }
    private func long(_ value: Int) -> [UInt8] { isBig ? big32(value) : little32(value) }

    mutating func page(tiles: Bool, strips: Int, directoryFirst: Bool, isLast: Bool) {
        let data = (0..<strips).map { [UInt8](repeating: UInt8($0 + 1), count: 7 + $0) }
        let entries = 6
        let directoryBytes = 2 + entries * 12 + 4
        let text = ascii("A description behind the directory\0")
        let lists = strips > 1 ? strips * 4 : 0
        let directoryStart =
            bytes.count + (directoryFirst ? 0 : data.joined().count)
        let listStart = directoryStart + directoryBytes
        let textStart = listStart + 2 * lists
        var place = directoryFirst ? textStart + text.count : bytes.count
        let offsets = data.map { strip -> Int in
            defer { place += strip.count }
            return place
        }
        func list(_ tag: Int, _ values: [Int], at start: Int) -> [UInt8] {
            entry(tag, 4, values.count, values.count == 1 ? long(values[0]) : long(start))
        }
        let lengths = data.map(\.count)
        let directory =
            short(entries) + entry(256, 3, 1, short(800) + [0, 0]) + entry(257, 4, 1, long(600))
            + entry(270, 2, text.count, long(textStart)) + entry(277, 3, 1, short(3) + [0, 0])
            + list(tiles ? 324 : 273, offsets, at: listStart)
            + list(tiles ? 325 : 279, lengths, at: listStart + lists)
        let values = strips > 1 ? (offsets + lengths).flatMap { long($0) } : []
        let picture = data.flatMap { $0 }

        bytes.replaceSubrange(link..<link + 4, with: long(directoryStart))
        link = directoryStart + directoryBytes - 4
        let whole = directory + [0, 0, 0, 0] + values + text
        bytes += directoryFirst ? whole + picture : picture + whole
    }

    private func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
        short(tag) + short(type) + long(count) + value
    }
}
