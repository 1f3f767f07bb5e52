extension [UInt8] {
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// These bytes with others between them, the first of which stands at a place.
    func inserting(_ others: [UInt8], at place: Int) -> [UInt8] {
        var bytes = self
        bytes.insert(contentsOf: others, at: place)
        return bytes
    }

    /// Bytes that belong to one seed only, so that no piece of one file can pass for a piece of another.
    static func filling(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = Randomness(seed: seed)
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            let buffer = UnsafeMutableRawBufferPointer(bytes)
            for start in stride(from: 0, to: count - 7, by: 8) {
                buffer.storeBytes(of: random.next().littleEndian, toByteOffset: start, as: UInt64.self)
            }
            for index in count / 8 * 8..<count {
                buffer[index] = UInt8(truncatingIfNeeded: random.next())
            }
            written = count
        }
    }
}
