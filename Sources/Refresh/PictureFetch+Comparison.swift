internal import Days
internal import Folder
internal import NASA
internal import Transfer

/// The outcome of a comparison of a file with the picture that a server has.
enum Comparison: Sendable {
    case same(ServedPieces)
    /// The server has another picture, which is that long.
    case other(length: Int64)
    /// The server did not give what was asked for.
    case untold(String)
}

/// Pieces of a picture as a server has it, in proof of the whole.
struct ServedPieces: Sendable {
    var pieces: [(offset: Int64, bytes: [UInt8])] = []
    var length: Int64 = 0
    var etag: String?
    var lastModified: String?

    /// Whether a file has these pieces, and their length.
    func areIn(_ file: OpenFile) throws -> Bool {
        guard try file.status().bytes == length else { return false }
        return try pieces.allSatisfy { try file.read($0.bytes.count, at: $0.offset) == $0.bytes }
    }
}

extension PictureFetch {
    /// Compares a file with the picture at an address: length, beginning, middle and end.
    func compare(_ file: OpenFile, with url: String, for day: Day, _ watch: PassWatch) async throws -> Comparison {
        let length = try file.status().bytes
        var served = ServedPieces(length: length)
        for piece in Self.samples(of: length) {
            let response: Response
            let answer = try await self.piece(piece, of: url) { _ in watch.withLock { $0.grantsComparison(of: day) } }
            switch answer {
            case .success(let answer): response = answer
            case .failure(let error): return .untold("\(error)")
            }
            if let reason = absence(of: url, at: response.url) { return .untold(reason) }
            guard response.status == 206, let range = ContentRange(response.headers["content-range"]),
                let whole = range.length
            else { return .untold("\(response.url) gives no piece of its picture (\(response.status))") }
            if whole != length { return .other(length: whole) }
            guard range.start == piece.lowerBound, response.body.count == piece.count else {
                return .untold("\(response.url) gives another piece of its picture than the one that was asked for")
            }
            if served.pieces.isEmpty {
                (served.etag, served.lastModified) = (response.headers["etag"], response.headers["last-modified"])
            } else if served.etag != response.headers["etag"] {
                return .untold("\(response.url) changed its picture meanwhile")
            }
            served.pieces.append((piece.lowerBound, response.body))
            if try file.read(piece.count, at: piece.lowerBound) != response.body { return .other(length: whole) }
        }
        return .same(served)
    }

    /// Three pieces of this length tell a picture from any other, and are not much more than an answer's headers.
    private static let shortestSample: Int64 = 4_096
    private static let longestSample: Int64 = 65_536

    /// The pieces of a file that are compared with a server's: its beginning, middle and end, together a tenth of it.
    private static func samples(of length: Int64) -> [Range<Int64>] {
        let piece = min(max(length / 30, shortestSample), longestSample)
        guard length > 3 * piece else { return [0..<length] }
        let middle = (length - piece) / 2
        return [0..<piece, middle..<middle + piece, length - piece..<length]
    }
}
