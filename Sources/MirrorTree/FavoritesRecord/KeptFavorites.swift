package import JSON

/// `.apod-mirror/favorites.json`: the mirror's own copy of what was last written, and how the marker was left.
///
/// The copy tells three things that `favorites.json` and the marker cannot tell themselves: that the marker is the very
/// file it was, untouched since, and not a copy made while a link was being dropped; what the generation before was
/// when the machine stopped between writing the one and the other; and what was in a `favorites.json` that a user
/// edited, restored, lost or damaged.
package struct KeptFavorites: Equatable, Sendable {
    /// The hash of the `favorites.json` that this copy stands for.
    package var sha256: String
    /// The marker's state after the sum was written into it; `nil` in a union.
    package var marker: MarkerState?
    package var record: FavoritesRecord

    package init(sha256: String, marker: MarkerState? = nil, record: FavoritesRecord) {
        self.sha256 = sha256
        self.marker = marker
        self.record = record
    }

    /// - Parameter json: The record's text.
    package func encoded(_ json: [ArraySlice<UInt8>]) throws -> [ArraySlice<UInt8>] {
        let note = try marker.map(JSONFile.encode) ?? Array("null".utf8)
        // The sum may have been read from an edited file, so it is encoded as any text is.
        let sum = try JSONFile.encode(sha256)
        let beginning =
            Array("{\"sha256\":".utf8) + sum + Array(",\"marker\":".utf8) + note + Array(",\"record\":".utf8)
        return [beginning[...]] + json + [Array("}\n".utf8)[...]]
    }
}

extension KeptFavorites: JSONReadable {
    private enum Key: String {
        case sha256, marker, record
    }

    package init(reading reader: inout JSONReader) throws(NotJSON) {
        let members = try JSONMembers(Key.self, of: &reader)
        self.init(
            sha256: try members.read(.sha256), marker: try members.readIfAny(.marker),
            record: try members.read(.record))
    }
}
