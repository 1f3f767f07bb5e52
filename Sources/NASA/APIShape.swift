internal import JSON

/// The two JSON shapes of entries, by the names that settings use.
public enum APIShape: String, Sendable {
    case apodBasic = "apod-basic"
    case planetary = "planetary-apod"

    /// Returns `nil` for JSON that does not show its shape.
    init?(of json: JSONValue) {
        switch json {
        case .object(let members):
            if members["service_version"] != nil {
                self = .planetary
            } else if ["basic_html", "basic_html_url", "permalink", "post_id"].contains(where: { members[$0] != nil }) {
                self = .apodBasic
            } else if let code = members["code"]?.text, code.hasPrefix("rest_") || code.hasPrefix("apod_basic") {
                self = .apodBasic
            } else {
                return nil
            }
        default:
            return nil
        }
    }
}
