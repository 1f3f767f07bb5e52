package import Days
package import MirrorTree

/// The folder on which the steps of a ``Reconciliation`` are carried out: the real one, or a simulation in tests.
package protocol FavoritesGround {
    /// Makes the contents of the folder durable as they were listed, before any file records them.
    func flush() throws
    func keep(_ days: Set<Day>) throws
    func setAsideDamaged() throws
    func giveBack(_ favorites: [Favorite]) throws
    /// Puts a new, empty marker in the place of whatever is there; from here on ``marker()`` means the new one.
    func replaceMarker() throws
    /// Writes `favorites.json`, makes it durable and returns its SHA-256.
    func write(_ record: FavoritesRecord) throws -> String
    /// The marker that was there before the folder was listed, wherever it may be now.
    func marker() throws -> Marker?
    /// Rewrites the marker in place, and makes that durable.
    func writeMarker(_ sum: String) throws
    func write(_ kept: KeptFavorites, isDurable: Bool) throws
}
