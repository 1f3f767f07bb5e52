internal import Belief
internal import Days

/// Reasons to disbelieve a 200. Every rule was broken by a real answer; every exception is a real day.
public enum Suspicion {
    /// The reason to disbelieve the entry by itself; `nil` without one.
    static func reason(against entry: Entry) -> String? {
        if let defect = entry.defect { return defect }
        if isErrorPhrase(entry.title) { return "its title is \"\(entry.title)\"" }
        if let (named, _) = Title.datePrefix(of: entry.title), named != entry.day { return "its title names \(named)" }
        if let address = entry.media.address.flatMap({ WebAddress($0) }), PictureAddress.isLogo(address) {
            return "its picture is NASA's logo"
        }
        if entry.title.isEmpty, entry.explanation.isEmpty {
            return entry.media == .none ? "it is empty" : "it has neither title nor story"
        }
        return nil
    }

    /// The reasons to disbelieve days of one answer beside each other: neighbours do share a picture, but not four of
    /// them, and not with the same words.
    static func repeats(in entries: [Entry]) -> [Day: String] {
        var reasons: [Day: String] = [:]
        let byAddress = Dictionary(grouping: entries) { $0.media.address }
        for (address, same) in byAddress where address != nil && same.count > 1 {
            if same.count >= Limits.dense {
                for entry in same { reasons[entry.day] = "\(same.count) days of the answer have the same picture" }
                continue
            }
            for entry in same {
                let twin = same.first { other in
                    other.day != entry.day && other.title == entry.title && other.explanation == entry.explanation
                        && abs(other.day.distance(to: entry.day)) <= Limits.twins
                }
                if let twin { reasons[entry.day] = "\(twin.day) has the same picture, title and explanation" }
            }
        }
        return reasons
    }

    /// The best of several records for one day: one that passes before one that does not, one with a picture or video
    /// before one without, then the one with most evidence for its date, then the one of the newest post, since a draft
    /// has an older one, then the first.
    static func choice(of candidates: [Candidate]) -> Candidate? {
        guard candidates.count > 1 else { return candidates.first }
        let ranks = candidates.map { candidate in
            let entry = candidate.entry
            return (
                candidate.doubt == nil ? 1 : 0, entry.media.address == nil ? 0 : 1,
                candidate.dates.support(of: entry.day), entry.postID ?? 0
            )
        }
        // Of equals the first is the largest.
        return zip(ranks, candidates).max { $0.0 < $1.0 }?.1
    }

    /// Whether a title is only the name of a broken server's error page. "NGC 1850: Not Found in the Milky Way" is a
    /// galaxy's title.
    static func isErrorPhrase(_ title: String) -> Bool {
        var words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.first == "error" || words.first == "http", words.count > 1 { words.removeFirst() }
        if let code = words.first, code.utf8.count == 3, let code = Int(code), (300...599).contains(code) {
            words.removeFirst()
            if words.isEmpty { return true }
        }
        // Site names that follow the phrase: "Page not found - NASA Science".
        for site in [["nasa", "science"], ["nasa"], ["cloudflare"]] where words.count > site.count {
            if words.suffix(site.count).elementsEqual(site) { words.removeLast(site.count) }
        }
        return phrases.contains(words.joined(separator: " "))
    }

    private static let phrases: Set<String> = [
        "nasa science", "nasa", "apod", "error", "not found", "page not found", "file not found", "bad request",
        "unauthorized", "forbidden", "access denied", "too many requests", "internal server error",
        "internal service error", "bad gateway", "service unavailable", "service temporarily unavailable",
        "gateway timeout", "gateway time out", "request timeout", "moved permanently", "found", "temporary redirect",
        "request rejected", "just a moment", "attention required", "the request could not be satisfied",
        "site maintenance", "under maintenance", "maintenance", "an error occurred", "error not found", "untitled",
        "untitled document", "astronomy picture of the day",
    ]
}

extension Media {
    /// The address of the picture or video itself, not of its poster; `nil` for the placeholder and nothing.
    var address: String? {
        switch self {
        case .picture(let original, let rendition, _): original ?? rendition
        case .hostedVideo(let address, _, _), .elsewhere(let address, _): address
        case .placeholder, .unnamed, .none: nil
        }
    }
}
