internal import Days
internal import JSON
internal import Transfer

extension Response {
    /// The records of an answer, or the reason why it has none. Neither status nor content type is trusted alone:
    /// errors come with 200, and in three JSON shapes and HTML.
    ///
    /// They are read one after another, so that a list of a million takes no more memory than its bytes.
    func records(form: ExpectedForm, asked: String, now: Int) throws(RequestError) -> JSONRecords {
        if form.shape != .apodBasic, let address = redirectToBasic(asked) {
            throw form.error(.apodBasic, asked: asked, answered: address)
        }
        let records = JSONRecords(body, keys: APIShape.keys, most: APIShape.mostRecords)
        let object = records.flatMap { $0.isList ? nil : $0.first { _ in true } }
        let said = object.flatMap { ServerMessage($0) }
        let effective = (200...299).contains(status) ? said?.status ?? status : status
        let reason = said?.text ?? (records == nil ? "an answer that is not JSON" : "no reason given")
        // A gateway's refusals look the same in front of either API, so they are read before the shape.
        switch effective {
        case 401, 403:
            throw .source(.refused(url: asked, status: effective, reason: records == nil ? "an HTML page" : reason))
        case 429:
            throw .source(.rateLimited(url: asked, seconds: RetryAfter.seconds(headers, now: now)))
        case _ where GatewayStatus.isAlone(effective):
            throw .source(.unreachable(url: asked, reason: "its gateway answers \(effective)"))
        default:
            break
        }
        // The first record that shows its shape decides.
        let shown = records.flatMap { $0.lazy.compactMap { APIShape(of: $0) }.first { _ in true } }
        if let other = shown, other != form.shape {
            throw form.error(other, asked: asked, answered: url)
        }
        if let said { throw said.error(status: effective, url: asked, shape: form.shape) }
        guard (200...299).contains(effective) else {
            throw .unreadable(url: asked, reason: "\(effective) with \(reason)")
        }
        guard let records else { throw .unreadable(url: asked, reason: reason) }
        guard records.isList || object?["date"] != nil || object?["title"] != nil else {
            throw .unreadable(url: asked, reason: "JSON without entries")
        }
        return records
    }

    /// The address of apod-basic that the server redirects to. The redirect was not followed, since a key is for one server
    /// alone.
    private func redirectToBasic(_ asked: String) -> String? {
        guard (300...399).contains(status), let location = headers["location"],
            let target = WebAddress(location, relativeTo: WebAddress(asked)),
            target.path.split(separator: "/").contains(where: { $0 == APIShape.apodBasic.rawValue })
        else { return nil }
        return target.text
    }
}

extension JSONValue {
    /// The day that a record names in its date field.
    var day: Day? { self["date"]?.text.flatMap { Day($0.prefix(10)) } }
}

/// A server's message in place of records: WordPress, NASA's service and the gateway each have their own form.
private struct ServerMessage {
    var code: String?
    var status: Int?
    var text: String
    /// Whether it is NASA's own legacy service, which writes its code as a number.
    private var isService = false

    init?(_ json: JSONValue) {
        guard case .object(let members) = json, members["date"] == nil else { return nil }
        let gateway = members["error"]
        code = gateway?["code"]?.text ?? members["code"]?.text
        let words = gateway?["message"] ?? gateway ?? members["msg"] ?? members["message"]
        guard code != nil || members["msg"] != nil || gateway != nil else { return nil }
        text = (words?.text ?? code ?? "").clamped(toBytes: 300).oneLine
        if case .integer = members["code"], case .text = members["msg"], gateway == nil { isService = true }
        status = members["data"]?["status"]?.integer ?? code.flatMap(Self.status)
    }

    func error(status: Int, url: String, shape: APIShape) -> RequestError {
        if code == "rest_no_route" { return .source(.refused(url: url, status: status, reason: text)) }
        switch shape {
        case .apodBasic where code == "apod_basic_not_found": return .absent
        case .planetary where isService && status == 404 && text.hasPrefix("No data available for date"):
            return .absent
        case .planetary where isService && status == 400 && text.contains(words: "Date must be between"):
            return .notYet
        // Any other message of a gateway or a proxy concerns itself and not the day.
        default: return .unreadable(url: url, reason: "\(status): \(text)")
        }
    }

    private static func status(of code: String) -> Int? {
        switch code {
        case "OVER_RATE_LIMIT": 429
        case "apod_basic_not_found": 404
        case _ where code.hasPrefix("API_KEY_"): 403
        default: Int(code).flatMap { (100...599).contains($0) ? $0 : nil }
        }
    }
}

/// The two JSON shapes of entries, by the names that settings use.
public enum APIShape: String, Sendable {
    case apodBasic = "apod-basic"
    case planetary = "planetary-apod"

    /// Where NASA has the API, or had the old one until it was switched off.
    public var publicBase: String {
        switch self {
        case .apodBasic: "https://science.nasa.gov/wp-json/wp/v2/apod-basic"
        case .planetary: "https://api.nasa.gov/planetary/apod"
        }
    }

    /// The most records of one answer: apod-basic sends 25, the legacy API up to a hundred, of a few days two.
    static let mostRecords = 200

    /// The members of records and of error messages that are read.
    static let keys: Set = [
        "date", "title", "explanation", "media_type", "url", "hdurl", "copyright", "thumbnail_url", "service_version",
        "permalink", "post_id", "basic_html", "basic_html_url", "credit", "alt", "mirror",
        "code", "message", "msg", "data", "error",
    ]

    /// Returns `nil` for JSON that does not show its shape.
    init?(of json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        if members["service_version"] != nil {
            self = .planetary
        } else if ["basic_html", "basic_html_url", "permalink", "post_id"].contains(where: { members[$0] != nil }) {
            self = .apodBasic
        } else if let code = members["code"]?.text, code.hasPrefix("rest_") || code.hasPrefix("apod_basic") {
            self = .apodBasic
        } else if ["date", "title", "explanation", "media_type"].allSatisfy({ members[$0] != nil }),
            ["credit", "alt", "mirror"].allSatisfy({ members[$0] == nil })
        {
            // Some self-hosted servers of the old API leave its version out.
            self = .planetary
        } else {
            return nil
        }
    }
}

/// The statuses by which a gateway says that no server answers behind it, its own and those of content networks.
public enum GatewayStatus {
    public static func isAlone(_ status: Int) -> Bool {
        [502, 503, 504].contains(status) || (520...530).contains(status)
    }
}
