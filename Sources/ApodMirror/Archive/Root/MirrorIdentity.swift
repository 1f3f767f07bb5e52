/// `.apod-mirror/mirror.json`: what makes a folder a mirror.
struct MirrorIdentity: Codable, Equatable, Sendable {
    /// The format of the tree. A newer one is refused, never treated as damage.
    var version = 1
    /// Tells two mirrors apart, whatever they are called.
    var id: String
    /// The first day that is always filled: `history`, resolved when the root was made. It only ever moves back.
    var start: Day

    static let newestVersion = 1

    /// The one key that every version has.
    struct Version: Codable {
        var version: Int
    }
}
