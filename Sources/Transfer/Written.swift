internal import Glibc
internal import Hashing

/// How far a file is written.
struct Written: Sendable, Equatable {
    /// Goes up whenever the file is begun anew: what was hashed of it then is of another file.
    var beginning = 0
    var bytes: Int64 = 0

    /// The digest of a file that somebody else writes meanwhile, up to what is told last. What was written a moment ago
    /// is read from memory, so this costs no disk, and the thread that has the network is free of it.
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
                // Begun anew just now, as the next that is told will say.
                if count == 0 { break }
                hashed.bytes += count
                // Others hash, too.
                await Task.yield()
            }
        }
        try Task.checkCancellation()
        guard hashed == last else { throw SHA256.ReadError(errno: EIO) }
        return hash.finish()
    }
}
