extension Fault.Bomb {
    /// More than a client can take, but for stories: of those as many as a client that refuses long answers may.
    private static let size = 30_000_000

    /// - Parameter target: path and query of what was asked.
    func answer(_ voice: Fault.Voice, to target: String) -> Answer {
        let type = self == .page ? "text/html; charset=UTF-8" : "application/json; charset=UTF-8"
        var answer = Answer(200, type: type, body: Array(body(voice, target)))
        answer.setHeader("X-WP-TotalPages", "1000000")
        return answer
    }

    private func body(_ voice: Fault.Voice, _ target: String) -> String.UTF8View {
        // What tells one API from the other.
        let mark = voice == .basic ? "\"permalink\":\"\"" : "\"service_version\":\"v1\""
        let record = "\"date\":\"2026-11-20\",\(mark)"
        let text =
            switch self {
            case .records: "[" + repeated("{\(record)},") + "{}]"
            case .objects: "[" + repeated("{},") + "{}]"
            case .members: "{\(record)" + (0..<Self.size / 20).map { ",\"m\($0)\":\($0)" }.joined() + "}"
            case .stories: "[" + stories(mark, target).joined(separator: ",") + "]"
            case .text: "{\(record),\"explanation\":\"" + repeated("xxxxxxxx") + "\"}"
            case .message: "{\"code\":\"odd\",\"message\":\"" + repeated("xxxxxxxx") + "\"}"
            case .page: repeated("<b x='y'><p>")
            }
        return text.utf8
    }

    private func repeated(_ piece: String) -> String {
        String(repeating: piece, count: Self.size / piece.utf8.count)
    }

    /// Others on each page, of the newest days.
    private func stories(_ mark: String, _ target: String) -> [String] {
        let link = "<a href='https://science.nasa.gov/\(String(repeating: "y", count: 3_000))'>x</a> "
        let story = String(repeating: link, count: 100)
        let newest = CalendarDay.named("2026-11-20")
        return (0..<25).map { number in
            "{\"date\":\"\(newest.advanced(by: -number).text)\",\(mark),\"title\":\"Story \(number) of \(target)\","
                + "\"explanation\":\"\(story)\"}"
        }
    }
}
