package import Days
internal import JSON

/// `.apod-mirror/mirror.json`: the file that makes a folder a mirror.
package struct MirrorIdentity: Codable, Equatable, Sendable {
    /// The format of the tree. A newer one is refused, never treated as damage.
    var version = 1
    /// Tells two mirrors apart, whatever they are called.
    package var id: String
    /// The first day that is always filled: `history`, resolved by NASA's clock. From then on it only ever moves back.
    package var start: Day
    /// Whether ``start`` came from this machine's clock, which may be years off. The first pass that knows NASA's clock
    /// resolves it anew.
    var isProvisional: Bool?

    static let newestVersion = 1

    enum CodingKeys: String, CodingKey {
        case version, id, start
        case isProvisional = "start_is_provisional"
    }

    /// The one key that every version has.
    struct Version: JSONReadable {
        var version: Int

        init(reading reader: inout JSONReader) throws(NotJSON) {
            version = try JSONMembers(CodingKeys.self, of: &reader).read(.version)
        }
    }
}
