/// Whose pages a browser lets read an answer. The gallery tells what is a favorite, which concerns the household and no
/// page that somebody in it happens to open.
enum Readers: Sendable {
    /// Any page that the person with the browser opens: for what NASA publishes.
    case everyOrigin
    /// Pages from this very server.
    case sameOrigin

    /// With them goes that nothing is taken for something else than it is said to be.
    var headers: [(name: String, value: String)] {
        switch self {
        case .everyOrigin: [Self.noSniffing, (name: "Access-Control-Allow-Origin", value: "*")]
        // Without it a page of anybody's could run the gallery's scripts as its own, and so read the data in them.
        case .sameOrigin: [Self.noSniffing, (name: "Cross-Origin-Resource-Policy", value: "same-origin")]
        }
    }

    private static let noSniffing = (name: "X-Content-Type-Options", value: "nosniff")
}
