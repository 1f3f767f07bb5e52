extension [UInt8] {
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }

    /// Bytes that belong to one seed only, so that no piece of one file can pass for a piece of another.
    static func filling(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = Randomness(seed: seed)
        var bytes = [UInt8]()
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            bytes.appendLittleEndian(random.next())
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
