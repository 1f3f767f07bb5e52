internal import CGcrypt
internal import Glibc

extension SHA256 {
    /// The most bytes that are searched: the time grows with the square of their number.
    private static let mostSearched = 32 << 10

    /// The bytes with one bit flipped back, so that they have this digest; `nil` where no single bit does it. A disk
    /// that loses a bit leaves all others to find it by.
    public static func flippingBack(_ bytes: [UInt8], to sum: String) -> [UInt8]? {
        let wanted = stride(from: 0, to: sum.utf8.count, by: 2).compactMap {
            UInt8(sum.dropFirst($0).prefix(2), radix: 16)
        }
        guard isReady, wanted.count == 32, bytes.count <= mostSearched else { return nil }
        var bytes = bytes
        let isFound = bytes.withUnsafeMutableBytes { buffer in
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 16) { digest in
                for offset in 0..<buffer.count {
                    for bit in 0..<8 {
                        buffer[offset] ^= 1 << bit
                        gcry_md_hash_buffer(
                            Int32(GCRY_MD_SHA256.rawValue), digest.baseAddress, buffer.baseAddress, buffer.count)
                        if digest[0] == wanted[0], digest.elementsEqual(wanted) { return true }
                        buffer[offset] ^= 1 << bit
                    }
                }
                return false
            }
        }
        return isFound ? bytes : nil
    }
}
