internal import Favorites
internal import Folder
internal import MirrorTree

/// A favorite as `favorites list` tells it.
struct FavoriteRow: Equatable, Sendable {
    var favorite: Favorite
    /// The picture's title in the mirror, else the one in the record.
    var title: String?
    var health: FavoriteHealth

    /// The albums of the links; the top of `favorites/` is none.
    var albums: [String] {
        Set(favorite.links.compactMap(\.parent)).inOrder.map(\.description)
    }
}

extension FavoriteRow: Encodable {
    enum CodingKeys: String, CodingKey {
        case date, title, added, albums, links, picture, vault
        case linksState = "links_state"
    }

    private struct Picture: Encodable {
        var path: String?
        var state: String
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(favorite.date, forKey: .date)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(favorite.added, forKey: .added)
        try container.encode(albums, forKey: .albums)
        try container.encode(favorite.links.inOrder.map(\.description), forKey: .links)
        try container.encode(Picture(path: health.path, state: health.picture.rawValue), forKey: .picture)
        try container.encode(health.vault.rawValue, forKey: .vault)
        try container.encode(health.links.rawValue, forKey: .linksState)
    }
}
