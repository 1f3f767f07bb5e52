internal import Days
internal import HTTP
internal import JSON

/// The reason why there is no entry, in the form of NASA's own service.
struct APIRefusal: Error, Equatable {
    var code: Int
    var message: String

    static func badRequest(_ message: String) -> APIRefusal { APIRefusal(code: 400, message: message) }

    static func noData(_ day: Day) -> APIRefusal {
        APIRefusal(code: 404, message: "No data available for date: \(day)")
    }

    /// The day's metadata are damaged or not readable: the day is there, and no client is to take it for missing.
    static func unreadable(_ day: Day) -> APIRefusal {
        APIRefusal(code: 500, message: "The metadata of \(day) cannot be read; apod-mirror verify tells why.")
    }

    /// The whole mirror is not there: no day counts as missing for that.
    static let notThere = APIRefusal(code: 503, message: "The mirror is not there. Is its disk mounted?")

    static let nothing = APIRefusal(code: 404, message: "There is nothing here.")

    static let exhausted = APIRefusal(code: 503, message: "This machine has no memory left for an answer.")

    var json: [UInt8] {
        var piece = JSONPiece()
        piece.object { piece in
            piece.number("code", code)
            piece.exactly("msg", message)
            piece.exactly("service_version", "v1")
        }
        return piece.bytes + [UInt8(ascii: "\n")]
    }

    /// The answer with this refusal; `nil` where the system has no memory even for it.
    ///
    /// - Parameter readers: Whose pages may read the answers that there can be at the address.
    func answer(_ readers: Readers, _ headers: [(name: String, value: String)] = []) -> HTTPAnswer? {
        let type = (name: "Content-Type", value: "application/json")
        return HTTPAnswer(code, headers: [type] + headers + readers.headers, body: .bytes(json))
    }
}

// MARK: - Readers of other origins

/// The origins whose pages a browser lets read an answer. The gallery tells what is a favorite, which concerns the
/// household and no page that a person in it happens to open.
enum Readers: Sendable {
    /// Any page that the person with the browser opens: for what NASA publishes.
    case everyOrigin
    /// Pages from this very server.
    case sameOrigin

    /// The headers that tell a browser whose pages may read or frame, and forbid it to guess another media type.
    var headers: [(name: String, value: String)] {
        switch self {
        case .everyOrigin: [Self.noSniffing, (name: "Access-Control-Allow-Origin", value: "*")]
        // Without this header any page could run the gallery's scripts as its own, and so read the data in them.
        case .sameOrigin:
            [
                Self.noSniffing, (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
                (name: "X-Frame-Options", value: "DENY"),
            ]
        }
    }

    private static let noSniffing = (name: "X-Content-Type-Options", value: "nosniff")
}
