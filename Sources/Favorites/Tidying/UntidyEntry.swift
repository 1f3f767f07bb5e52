/// An entry of `favorites/` that stays as its owner left it, since it could not get another form.
struct UntidyEntry {
    let entry: FavoritesEntry
    /// The error, as a sentence; `nil` where the disk has no links or no exchange.
    var trouble: String?
}
