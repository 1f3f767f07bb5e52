/// What lies in `favorites/` as its owner left it, since it could not get another form.
struct UntidyEntry {
    let entry: FavoritesEntry
    /// `nil` where that is as well.
    var trouble: String?
}
