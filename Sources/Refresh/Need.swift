internal import Days
internal import MirrorTree

/// A picture that a day needs from the network: the addresses to try, best first, and what is taken of them.
struct Need: Sendable {
    var day: Day
    var candidates: [PictureChoice.Candidate]
    /// The stored picture, which is fetched only if the server has another by now.
    var stored: Metadata.Picture?
    /// The only bytes that are taken, by their SHA-256.
    var only: Only?

    enum Only: Sendable {
        /// The day's own: a picture that was damaged is mended by nothing else.
        case own(String)
        /// Those that another mirror names for its first address, so that its damage does not spread.
        case mirrored(String)
    }

    /// The stored picture, where its server can be asked by a validator whether it has another.
    var conditional: Metadata.Picture? {
        guard let stored, stored.isUnverified != true, stored.etag != nil || stored.lastModified != nil else {
            return nil
        }
        return stored
    }

    func takes(_ picture: Metadata.Picture) -> Bool {
        switch only {
        case nil: true
        case .own(let sum): picture.sha256 == sum
        case .mirrored(let sum): picture.sha256 == sum || picture.url != candidates.first?.url
        }
    }

    func otherBytes(at url: String) -> String {
        switch only {
        case .mirrored: "\(url) has other bytes than its mirror says; there, apod-mirror verify tells which are right"
        case nil, .own: "NASA has another picture by now than the one that was stored"
        }
    }
}
