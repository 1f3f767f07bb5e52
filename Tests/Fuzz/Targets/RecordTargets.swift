import Days
import JSON
import Markup

@testable import Commands
@testable import MirrorTree
@testable import NASA
@testable import Transfer

extension FuzzTarget {
    /// What science.nasa.gov answers.
    static let apodBasic = FuzzTarget("apod-basic") { try checkRecords(.apodBasic, $0) }
    /// What the legacy API answers.
    static let planetary = FuzzTarget("planetary-apod") { try checkRecords(.planetary, $0) }

    /// What another mirror answers when it is compared with.
    static let compared = FuzzTarget("compared") { bytes in
        guard case .array(let records)? = JSONValue(bytes) else { return }
        for record in records {
            guard let day = ComparedDay(record) else { continue }
            let isShown = day.isPresent
            try promise("a day does not differ from itself", DayDifference(here: day, there: day) == nil)
            try promise(
                "a day that is missing there is told",
                DayDifference(here: day, there: nil) == (isShown ? .missingThere : nil))
            try promise(
                "a day that is missing here is told",
                DayDifference(here: nil, there: day) == (isShown ? .missingHere : nil))
            // What a mirror answers has the shape of its own files.
            guard let metadata = try? Metadata(JSONFile.encode(record)) else { continue }
            let isThere = metadata.mirror.picture != nil && [.present, .disputed].contains(metadata.mirror.state)
            try promise(
                "a day says the same in a file and in an answer", ComparedDay(metadata, isPresent: isThere) == day)
        }
    }

    private static let base = "https://science.nasa.gov/wp-json/wp/v2/apod-basic"

    private static func checkRecords(_ shape: APIShape, _ bytes: [UInt8]) throws {
        let answer = Response(url: base, status: 200, headers: [:], body: bytes)
        guard let records = try? answer.records(form: ExpectedForm(shape: shape, base: base), asked: base, now: 0)
        else { return }
        let address = WebAddress(base)
        let candidates = records.prefix(25).compactMap { Candidate($0, shape, base: address) }
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
        let support = candidate.dates.support(of: entry.day)
        try promise("evidence is counted", (0...3).contains(support))
        try promise(
            "what is confirmed is not contradicted", support == 0 || candidate.doubt == Suspicion.reason(against: entry)
        )
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
