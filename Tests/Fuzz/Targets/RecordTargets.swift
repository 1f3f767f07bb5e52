import Days
import Markup
import Words

@testable import ApodMirror
@testable import NASA

extension FuzzTarget {
    /// What science.nasa.gov answers.
    static let apodBasic = FuzzTarget("apod-basic") { try checkRecords(.apodBasic, $0) }
    /// What the legacy API answers.
    static let planetary = FuzzTarget("planetary-apod") { try checkRecords(.planetary, $0) }

    private static let base = "https://science.nasa.gov/wp-json/wp/v2/apod-basic"

    private static func checkRecords(_ shape: APIShape, _ bytes: [UInt8]) throws {
        let answer = Answer(url: base, status: 200, headers: [:], body: bytes)
        guard let records = try? answer.records(shape: shape, asked: base, base: base, now: 0) else { return }
        let address = WebAddress(base)
        let candidates = records.prefix(25).compactMap { record in
            switch shape {
            case .apodBasic: Candidate(apodBasic: record, base: address)
            case .planetary: Candidate(planetary: record, base: address)
            }
        }
        for candidate in candidates { try check(candidate) }
        _ = Suspicion.choice(of: candidates)
        _ = Suspicion.repeats(in: candidates.map(\.entry))
    }

    private static func check(_ candidate: Candidate) throws {
        let entry = candidate.entry
        try checkLine("title", entry.title, Title.mostBytes)
        try checkLine("explanation", entry.explanation, Explanation.mostBytes)
        try checkLine("credit", entry.credit, Credit.mostBytes)
        try checkLine("copyright", entry.copyright, Credit.mostCopyright)
        try checkLine("alt", entry.alt, 10_000)
        try checkLine("media type", entry.publishedMediaType, 100)
        if let html = entry.explanationHTML {
            let fragment = Fragment(html)
            try promise("the explanation's HTML says what its text says", fragment.text == entry.explanation)
            try promise("the explanation's HTML is safe as it is", fragment.safeHTML() == html)
        }
        for address in addresses(entry.media) + [entry.page].compactMap(\.self) {
            try promise("an address is one of the web's", WebAddress(address)?.text == address)
        }
        try promise("a day can be written", Day(entry.day.description) == entry.day)
        try promise("evidence is counted", (0...2).contains(candidate.evidence))
        _ = Suspicion.reason(against: entry)
    }

    private static func addresses(_ media: Media) -> [String] {
        switch media {
        case .picture(let original, let rendition, let preview): [original, rendition, preview].compactMap(\.self)
        case .hostedVideo(let address, let poster, _), .elsewhere(let address, let poster):
            [address, poster].compactMap(\.self)
        case .placeholder, .unnamed, .none: []
        }
    }

    private static func checkLine(_ name: String, _ text: String?, _ most: Int) throws {
        guard let text else { return }
        try promise("the \(name) is one line", text.oneLine == text)
        try promise("the \(name) is not too long", text.utf8.count <= most)
    }
}
