extension SHA256 {
    /// The bytes with one bit flipped back, so that they have this digest; `nil` where no single bit does it. A disk
    /// that loses a bit leaves all others to find it by. The time grows with the square of the number of bytes.
    public static func flippingBack(_ bytes: [UInt8], to sum: String) -> [UInt8]? {
        let wanted = stride(from: 0, to: sum.utf8.count, by: 2).compactMap {
            UInt8(sum.dropFirst($0).prefix(2), radix: 16)
        }
        guard isReady, wanted.count == 32 else { return nil }
        var bytes = bytes
        let isFound = bytes.withUnsafeMutableBytes { buffer in
            // The bytes before the block in which a bit may have flipped are hashed once.
            var before = SHA256()
            for block in stride(from: 0, to: buffer.count, by: 64) {
                let end = min(block + 64, buffer.count)
                for offset in block..<end {
                    for bit in 0..<8 {
                        buffer[offset] ^= 1 << bit
                        var whole = SHA256(copying: before)
                        whole.update(UnsafeRawBufferPointer(rebasing: buffer[block...]))
                        if whole.isEnd(wanted) { return true }
                        buffer[offset] ^= 1 << bit
                    }
                }
                before.update(UnsafeRawBufferPointer(rebasing: buffer[block..<end]))
            }
            return false
        }
        return isFound ? bytes : nil
    }
}
