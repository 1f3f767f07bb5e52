/// The origins whose pages a browser lets read an answer. The gallery tells what is a favorite, which concerns the
/// household and no page that a person in it happens to open.
enum Readers: Sendable {
    /// Any page that the person with the browser opens: for what NASA publishes.
    case everyOrigin
    /// Pages from this very server.
    case sameOrigin

    /// The headers that tell a browser whose pages may read, and forbid it to guess another media type.
    var headers: [(name: String, value: String)] {
        switch self {
        case .everyOrigin: [Self.noSniffing, (name: "Access-Control-Allow-Origin", value: "*")]
        // Without this header any page could run the gallery's scripts as its own, and so read the data in them.
        case .sameOrigin: [Self.noSniffing, (name: "Cross-Origin-Resource-Policy", value: "same-origin")]
        }
    }

    private static let noSniffing = (name: "X-Content-Type-Options", value: "nosniff")
}
