/// What `setup` is asked to do.
struct SetupRequest: Equatable, Sendable {
    /// Whose mirror; `nil` for whoever called sudo.
    var user: String?
    /// A service of the calling user's own.
    var isUserService = false
    /// Empty for no group any more; `nil` for what holds already.
    var share: String?
    var removes = false
}
