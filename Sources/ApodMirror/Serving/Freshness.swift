internal import Days
internal import HTTP
internal import Hashing

/// What a client may have already: an answer's tag, and when it changed last.
struct Freshness: Sendable {
    /// With its quotation marks.
    let tag: String
    /// Seconds since 1970.
    let changed: Int

    init(tag: String, changed: Int) {
        self.tag = tag
        self.changed = changed
    }

    /// Of what was made of several things.
    init(of bytes: [UInt8], changed: Int) {
        self.init(tag: "\"\(SHA256.hash(bytes).prefix(16))\"", changed: changed)
    }

    /// Whether the client needs no body. Its tags count before its date.
    func isKnown(to request: HTTPRequest) -> Bool {
        if let known = request.ifNoneMatch {
            return known.split(separator: ",").contains { part in
                let known = part.trimmed
                return known == "*" || known == tag || known == "W/" + tag
            }
        }
        guard let since = request.ifModifiedSince.flatMap(HTTPDate.unixTime) else { return false }
        return changed <= since
    }

    /// Whether a part of it fits to the parts that the client has.
    func isSame(asIn request: HTTPRequest) -> Bool {
        guard let asked = request.ifRange else { return true }
        return asked == tag || HTTPDate.unixTime(asked) == changed
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
