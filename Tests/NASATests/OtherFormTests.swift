import Days
import TestSupport
import Testing
import Transfer

@testable import NASA

/// The first of December: an address answers in the other API's form.
@Suite("A source that answers in the other form") struct OtherFormTests {
    private static let old = "https://api.nasa.gov/planetary/apod"
    private static let own = "https://example.org/apod"
    private let last: Day

    init() throws {
        last = try day("2026-12-02")
    }

    private func source(_ fetcher: StubFetcher, base: String = own, key: String? = nil) -> EntryServer {
        let last = last
        return EntryServer(
            .planetary, base: base, apiKey: key, fetcher: fetcher, remedy: { "write \($0)" }, today: { last })
    }

    private func newest() -> [String] {
        (0..<25).map { Sample.basic(last.advanced(by: -$0)) }
    }

    /// The source to set, as the error that ends the walk has it, and the answers before it.
    private func ending(_ source: some EntrySource, days: Int = 5) async -> (source: String?, answers: [DayAnswer]) {
        let (answers, error) = await collect(source, last.advanced(by: -days)...last)
        guard case .otherForm(let form) = error else {
            Issue.record("\(String(describing: error))")
            return (nil, answers)
        }
        #expect(form.url == source.address && form.remedy == "write \(form.source)")
        return (form.source, answers)
    }

    @Test(
        "25 records of the new form, whatever is asked for",
        arguments: [(old, "apod-basic"), (own, "apod-basic=\(own)"), (own + "/", "apod-basic=\(own)")])
    func switched(base: String, wanted: String) async {
        let list = "[\(newest().joined(separator: ","))]"
        let fetcher = StubFetcher { _ in .json(list) }
        let ending = await ending(source(fetcher, base: base))
        #expect(ending.source == wanted && ending.answers.isEmpty && fetcher.asked.count == 1)
    }

    @Test(
        "A redirect that was followed names the new address",
        arguments: [
            ("https://science.nasa.gov/wp-json/wp/v2/apod-basic", "apod-basic"),
            ("https://science.nasa.gov/wp-json/wp/v2/apod-basic/?api_key=s3cret", "apod-basic"),
            ("http://nas.local:8080/apod-basic/261202", "apod-basic=http://nas.local:8080/apod-basic"),
        ])
    func redirected(target: String, wanted: String) async {
        let list = "[\(newest().joined(separator: ","))]"
        let fetcher = StubFetcher { _ in .json(list, url: target) }
        #expect(await ending(source(fetcher)).source == wanted)
    }

    @Test("A redirect that is not followed, for the sake of the key, is read by its address")
    func unfollowed() async {
        let fetcher = StubFetcher { _ in
            .json("", status: 301, headers: ["location": "https://science.nasa.gov/wp-json/wp/v2/apod-basic?x=1"])
        }
        #expect(await ending(source(fetcher, base: Self.old, key: "s3cret")).source == "apod-basic")
        let elsewhere = StubFetcher { _ in
            .json("", status: 301, headers: ["location": "https://science.nasa.gov/apod"])
        }
        let end = await collect(source(elsewhere, base: Self.old, key: "s3cret"), last...last).answers
        #expect(end.map(\.word) == ["failed"])
    }

    @Test("By turns with right answers, these are kept")
    func turns() async {
        let last = last
        let list = "[\(newest().joined(separator: ","))]"
        let fetcher = StubFetcher { url in
            guard let to = parameter("end_date", of: url).flatMap({ Day($0) }), to == last else { return .json(list) }
            return .json("[\((last.advanced(by: -99)...last).map { Sample.legacy($0) }.joined(separator: ","))]")
        }
        let ending = await ending(source(fetcher), days: 150)
        #expect(ending.answers.count == 100 && ending.answers.allSatisfy { $0.word == "entry" })
    }

    @Test("An answer with records of both forms is none, whichever comes first", arguments: [false, true])
    func mixed(isOldFirst: Bool) async {
        let old = (0...5).map { Sample.legacy(last.advanced(by: -$0)) }
        let list = "[\((isOldFirst ? old + newest() : newest() + old).joined(separator: ","))]"
        let ending = await ending(source(StubFetcher { _ in .json(list) }))
        #expect(ending.source == "apod-basic=\(Self.own)" && ending.answers.isEmpty)
    }

    @Test("The new API's address that answers in the old form, with its version or without", arguments: [true, false])
    func mirrored(hasVersion: Bool) async {
        let last = last
        let records = (0..<25).map { number in
            let record = Sample.legacy(last.advanced(by: -number))
            return hasVersion ? record : record.replacing(#""service_version":"v1","#, with: "")
        }
        let list = "[\(records.joined(separator: ","))]"
        let source = EntryServer(
            .apodBasic, base: "https://example.org/basic", fetcher: StubFetcher { _ in .json(list) },
            remedy: { "write \($0)" }, today: { last })
        let ending = await ending(source)
        #expect(ending.source == "planetary-apod=https://example.org/basic" && ending.answers.isEmpty)
    }

    @Test("The sentence names the address, the form and the line")
    func sentence() {
        let form = OtherForm(
            url: Self.old, source: "apod-basic", remedy: "write source: \"apod-basic\" in line 3 of /etc/x.json5")
        #expect(
            "\(SourceError.otherForm(form))"
                == "https://api.nasa.gov/planetary/apod answers in the other form (apod-basic): "
                + "write source: \"apod-basic\" in line 3 of /etc/x.json5")
        #expect(form.fact == "https://api.nasa.gov/planetary/apod answers in the other form (apod-basic)")
    }
}
