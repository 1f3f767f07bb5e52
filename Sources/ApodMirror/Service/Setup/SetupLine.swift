/// The command line of `setup` that a person may copy.
enum SetupLine {
    /// What opens a service's sandbox for a mirror, or says whose the mirror is.
    ///
    /// - Parameter user: whom the machine's service runs as; `nil` for a service of one's own.
    static func mending(_ mirror: String, user: String?) -> String {
        let who = user.map { "sudo apod-mirror setup \($0.shellWord)" } ?? "apod-mirror setup --user"
        return "\(who) --mirror \(mirror.shellWord)"
    }
}
