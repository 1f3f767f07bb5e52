internal import Pages

/// The format of the caches beside the pages, which save reading all days for one page: lists of numbers, valid for one
/// version of the pages. A file that is not whole is ignored and made again.
package enum NumbersFile {
    package static func bytes(_ kind: String, _ lists: [DayNumbers]) -> [UInt8] {
        bytes(kind, numbers: lists.flatMap(\.numbers))
    }

    static func bytes(_ kind: String, numbers: [Int32]) -> [UInt8] {
        var bytes = head(kind)
        bytes.reserveCapacity(bytes.count + 4 * numbers.count + 8)
        numbers.map { $0.littleEndian }.withUnsafeBytes { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: sum(numbers).littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Returns `nil` for a file that is torn, of another kind or of another version.
    package static func lists(_ kind: String, _ count: Int, in bytes: [UInt8]) -> [DayNumbers]? {
        let head = head(kind)
        let length = bytes.count - head.count - 8
        guard length >= 0, length.isMultiple(of: 4), bytes.starts(with: head) else { return nil }
        let (numbers, told) = bytes.withUnsafeBytes { bytes in
            (
                [Int32](unsafeUninitializedCapacity: length / 4) { numbers, filled in
                    for place in 0..<(length / 4) {
                        let number = bytes.loadUnaligned(fromByteOffset: head.count + 4 * place, as: Int32.self)
                        numbers.initializeElement(at: place, to: Int32(littleEndian: number))
                    }
                    filled = length / 4
                }, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
            )
        }
        guard sum(numbers) == told else { return nil }
        var rest = numbers[...]
        var lists: [DayNumbers] = []
        for _ in 0..<count {
            guard let list = DayNumbers(&rest) else { return nil }
            lists.append(list)
        }
        return lists
    }

    private static func head(_ kind: String) -> [UInt8] {
        Array("apod-mirror \(kind) \(GalleryAssets.fingerprint)\n".utf8)
    }

    /// A checksum against accidents, not against forgery.
    private static func sum(_ numbers: [Int32]) -> UInt64 {
        numbers.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(UInt32(bitPattern: $1))) &* 0x100_0000_01B3 }
    }
}
