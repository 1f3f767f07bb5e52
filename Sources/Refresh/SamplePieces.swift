/// The pieces of a file that are compared with a server's: its beginning, its middle and its end, together a tenth of it. Pure.
struct SamplePieces: Equatable, Sendable {
    let pieces: [Range<Int64>]

    /// Three pieces of this length tell a picture from any other, and are not much more than an answer's headers.
    static let shortest: Int64 = 4_096
    static let longest: Int64 = 65_536

    init(of length: Int64) {
        let piece = min(max(length / 30, Self.shortest), Self.longest)
        guard length > 3 * piece else {
            pieces = [0..<length]
            return
        }
        let middle = (length - piece) / 2
        pieces = [0..<piece, middle..<middle + piece, length - piece..<length]
    }
}
