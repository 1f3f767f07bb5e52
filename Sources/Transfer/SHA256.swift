internal import CNettle
internal import Glibc

/// SHA-256, as the sums of the mirror use it.
public struct SHA256: Sendable {
    private var context = sha256_ctx()

    public init() {
        nettle_sha256_init(&context)
    }

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, start.assumingMemoryBound(to: UInt8.self))
    }

    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of everything so far, as 64 lower-case hexadecimal digits. Starts anew.
    public mutating func finish() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Why a file could not be hashed.
    public struct ReadError: Error, Equatable, CustomStringConvertible {
        public let errno: CInt
        public var description: String { "The file could not be read: \(errorText(errno))." }
    }

    /// Of bytes that lie in several places.
    public static func hash(_ pieces: [ArraySlice<UInt8>]) -> String {
        var hash = SHA256()
        for piece in pieces { piece.withUnsafeBytes { hash.update($0) } }
        return hash.finish()
    }

    public static func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of an open file from its beginning to its end. Blocks; the file's offset is neither used nor moved.
    public static func hash(file descriptor: CInt) throws(ReadError) -> String {
        var sum = SHA256()
        var offset: Int64 = 0
        while true {
            let count = try sum.update(file: descriptor, at: offset, atMost: .max)
            if count == 0 { return sum.finish() }
            offset += count
        }
    }

    /// Takes in the next piece of a file, at most 256 kB of it; returns its size, 0 at the end.
    mutating func update(file descriptor: CInt, at offset: Int64, atMost limit: Int64) throws(ReadError) -> Int64 {
        let size = Int(min(limit, 262_144))
        return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer throws(ReadError) in
            var count: Int
            var code: CInt
            repeat {
                count = pread(descriptor, buffer.baseAddress, size, off_t(offset))
                code = Glibc.errno
            } while count < 0 && code == EINTR
            guard count >= 0 else { throw ReadError(errno: code) }
            update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return Int64(count)
        }
    }
}
