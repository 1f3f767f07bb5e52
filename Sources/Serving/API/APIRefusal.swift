internal import Days
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
}
