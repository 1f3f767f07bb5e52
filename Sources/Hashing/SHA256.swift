internal import CGcrypt
internal import Glibc

/// SHA-256 by libgcrypt. Of the libraries in Debian it is the quickest on processors without instructions for SHA-256,
/// and as quick as the others on those with them.
public struct SHA256: ~Copyable, Sendable {
    private nonisolated(unsafe) let handle: gcry_md_hd_t

    public init() {
        precondition(Self.isReady, "libgcrypt could not be set up")
        var handle: gcry_md_hd_t?
        let code = gcry_md_open(&handle, Int32(GCRY_MD_SHA256.rawValue), 0)
        guard let handle else { fatalError("libgcrypt has no SHA-256 (\(code))") }
        self.handle = handle
    }

    deinit {
        gcry_md_close(handle)
    }

    /// Sets up libgcrypt once in a process.
    static let isReady = gcrypt_begin() == 0

    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        gcry_md_write(handle, bytes.baseAddress, bytes.count)
    }

    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of everything so far, as 64 lower-case hexadecimal digits; the hash then starts anew.
    public mutating func finish() -> String {
        let digest = UnsafeRawBufferPointer(start: gcry_md_read(handle, 0), count: 32)
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        gcry_md_reset(handle)
        return String(decoding: text, as: UTF8.self)
    }

    public struct ReadError: Error, Equatable, CustomStringConvertible {
        public let errno: CInt

        public init(errno: CInt) {
            self.errno = errno
        }

        public var description: String { "The file could not be read: \(String(cString: strerror(errno)))." }
    }

    public static func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of an open file from its beginning to its end. Blocks; the file's offset is neither used nor moved.
    public static func hash(file descriptor: CInt) throws(ReadError) -> String {
        var sum = SHA256()
        _ = try sum.update(file: descriptor, from: 0, atMost: .max)
        return sum.finish()
    }

    /// Hashes what a file holds from an offset on, up to a limit or its end; returns the number of bytes.
    public mutating func update(file descriptor: CInt, from start: Int64, atMost limit: Int64) throws(ReadError)
        -> Int64
    {
        let size = Int(min(limit, Self.piece))
        // Swift 6.2 forgets the type of an error that is thrown out of the allocation.
        let hashed: Result<Int64, ReadError> = withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
            var hashed: Int64 = 0
            while hashed < limit {
                let wanted = Int(min(limit - hashed, Int64(size)))
                let count = pread(descriptor, buffer.baseAddress, wanted, off_t(start + hashed))
                let code = Glibc.errno
                if count < 0 && code == EINTR { continue }
                guard count >= 0 else { return .failure(ReadError(errno: code)) }
                if count == 0 { break }
                update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                hashed += Int64(count)
            }
            return .success(hashed)
        }
        return try hashed.get()
    }

    /// The bytes of a file that are read at once, which fit the processor's cache.
    private static let piece: Int64 = 32_768
}
