package import Days
package import MirrorTree

/// Where the steps of a ``Reconciliation`` are carried out: the real folder, or the simulated one of the tests.
package protocol FavoritesGround {
    /// Makes durable what lies in the folder as it was listed, before anything says so.
    func flush() throws
    func keep(_ days: Set<Day>) throws
    func setAsideDamaged() throws
    func giveBack(_ favorites: [Favorite]) throws
    /// A new, empty marker takes the place of whatever is there; from here on it is the one that ``marker()`` means.
    func replaceMarker() throws
    /// Makes it durable and returns its SHA-256.
    func write(_ record: FavoritesRecord) throws -> String
    /// The marker that was there before the folder was listed, wherever it may be now.
    func marker() throws -> Marker?
    /// Rewrites it in place, and makes that durable.
    func writeMarker(_ sum: String) throws
    func write(_ kept: KeptFavorites, isDurable: Bool) throws
}
