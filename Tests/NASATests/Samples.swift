import Days
import JSON

@testable import NASA

/// Records as the two APIs write them, made to measure.
enum Sample {
    static let page = "https://science.nasa.gov/apod/"

    static func basic(
        _ day: Day, title: String? = nil, type: String = "image", hdurl: String? = nil, html: String = "",
        postID: String = "1",
        permalink: String? = nil, explanation: String? = nil
    ) -> String {
        let hdurl =
            hdurl ?? "https://assets.science.nasa.gov/dynamicimage/assets/apod/\(day).jpg?w=3000&h=2000&fit=clip"
        return """
            {"date":"\(day)","post_id":\(postID),"title":\(quoted(title ?? "Title of \(day.number)")),
            "permalink":\(quoted(permalink ?? "\(page)x\(day.number)/")),"url":"\(page)","media_type":\(quoted(type)),
            "explanation":\(quoted(explanation ?? "<strong>Explanation:</strong> Story of \(day.number).")),
            "credit":"<b> Image Credit &amp; Copyright: </b> Ann","copyright":"<b> Image Credit &amp; Copyright: </b> Ann",
            "alt":"See Explanation.","hdurl":\(quoted(hdurl)),"basic_html":\(quoted(html)),"basic_html_url":"https://x/html"}
            """
    }

    static func legacy(_ day: Day, title: String? = nil, fields: String? = nil) -> String {
        let media =
            fields
            ?? "\"media_type\":\"image\",\"url\":\"https://apod.nasa.gov/\(day)s.jpg\",\"hdurl\":\"https://apod.nasa.gov/\(day).jpg\""
        return """
            {"date":"\(day)","title":\(quoted(title ?? "Title of \(day.number)")),"explanation":"Story of \(day.number).",
            "service_version":"v1",\(media)}
            """
    }

    static func entry(_ json: String, base: String = "https://science.nasa.gov/wp-json/wp/v2/apod-basic") -> Entry? {
        guard let record = JSONValue(Array(json.utf8)) else { return nil }
        let base = WebAddress(base)
        let candidate =
            Candidate(record, APIShape(of: record) == .planetary ? .planetary : .apodBasic, base: base)
        return candidate?.entry
    }
}

/// A day's answer in a word, for tables.
extension DayAnswer {
    var word: String {
        switch result {
        case .success: "entry"
        case .failure(.notPublished(.confirmed)): "absent"
        case .failure(.notPublished(.notYet)): "not yet"
        case .failure(.notPublished(.stillNotYet)): "still not yet"
        case .failure(.leftOut): "left out"
        case .failure(.suspicious): "suspicious"
        case .failure(.failed): "failed"
        }
    }
}

/// All answers to a range of days that is asked for block by block, newest first, as a pass does, and what ended it.
func collect(
    _ source: some EntrySource, _ days: ClosedRange<Day>, by length: Int? = nil, watch: PassWatch = PassWatch()
) async -> (answers: [DayAnswer], error: SourceError?) {
    var answers: [DayAnswer] = []
    var last = days.upperBound
    while last >= days.lowerBound, watch.end == nil, !Task.isCancelled {
        let first = max(days.lowerBound, last.advanced(by: 1 - (length ?? source.blockLength)))
        answers += (try? await source.entries(in: first...last, watch: watch)) ?? []
        last = first.advanced(by: -1)
    }
    return (answers, watch.end)
}
