internal import Glibc
internal import Hashing

/// The progress of writing a file.
struct Written: Sendable, Equatable {
    /// Counts the times that the file was begun anew: bytes hashed before belong to another file.
    var beginning = 0
    var bytes: Int64 = 0

    /// Hashes a file that another thread is writing, up to the last length reported. Bytes written a moment ago come
    /// from memory, so this costs no disk access and no time of the network's thread.
    static func digest(of descriptor: CInt, as growth: AsyncStream<Written>) async throws -> String {
        var hash = SHA256()
        var hashed = Written()
        var last = Written()
        for await written in growth {
            last = written
            if written.beginning != hashed.beginning {
                hash = SHA256()
                hashed = Written(beginning: written.beginning)
            }
            while hashed.bytes < written.bytes {
                try Task.checkCancellation()
                let count = try hash.update(file: descriptor, at: hashed.bytes, atMost: written.bytes - hashed.bytes)
                // The file was just begun anew, as the next report will say.
                if count == 0 { break }
                hashed.bytes += count
                // Other tasks hash, too.
                await Task.yield()
            }
        }
        try Task.checkCancellation()
        guard hashed == last else { throw SHA256.ReadError(errno: EIO) }
        return hash.finish()
    }
}
