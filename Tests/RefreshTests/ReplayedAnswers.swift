import Days
import Foundation
import HTTP
import SampleNASA
import TestSupport
import Testing
import Transfer

@testable import RefreshTestSupport
@testable import Serving

extension MirrorUnderTest {
    /// What programs get of this mirror is what they got of NASA, day by day and in ranges of every length: the same days,
    /// the same keys, the same words but for what is cleaned of them.
    func expectServedAsPublished(_ days: [SampleDay], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let last = try #require(days.last.flatMap { Day($0.date) })
        let site = Site(root: root, origins: Origins(publicURL: nil)) { last }
        let socket = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
        let address = "http://\(socket.address)/planetary/apod"
        let server = try HTTPServer(on: socket) { .now(site.answer($0)) }
        defer { _ = server }
        let transfer = Transfer(userAgent: "apod-mirror/test", limits: .init(idle: .milliseconds(200)))
        func answers(_ base: String, _ query: String) async throws -> [[String: Any]] {
            let request = Request("\(base)?\(query)", maximumBytes: 200_000_000, timeLimit: .seconds(600))
            let body = Data(try await transfer.data(request).body)
            let json = try JSONSerialization.jsonObject(with: body)
            return json as? [[String: Any]] ?? (json as? [String: Any]).map { [$0] } ?? []
        }
        let published = Dictionary(uniqueKeysWithValues: days.map { ($0.date, $0) })
        var queries = ["start_date=1995-06-16", "start_date=1995-06-16&end_date=1995-06-16&thumbs=True"]
        for (start, end) in [
            ("1995-06-16", "1995-06-20"), ("1995-06-17", "1995-06-19"), ("2020-06-09", "2020-06-11"),
            ("1999-12-01", "2000-03-01"), ("2010-01-01", "2010-12-31"), ("2015-01-01", "2019-06-30"),
        ] {
            queries.append("start_date=\(start)&end_date=\(end)")
        }
        for day in days.indices.filter({ $0 % 997 == 0 }).map({ days[$0].date }) { queries.append("date=\(day)") }
        var differences: [String] = []
        for query in queries {
            let (ours, theirs) = (try await answers(address, query), try await answers(nasa.planetaryURL, query))
            #expect(ours.map { $0["date"] as? String } == theirs.map { $0["date"] as? String }, "\(query)")
            for (our, their) in zip(ours, theirs) {
                guard let date = our["date"] as? String, let day = published[date] else { continue }
                if Self.comparable(our) != Self.comparable(their) {
                    differences.append("\(date): \(Self.comparable(our)) for \(Self.comparable(their))")
                }
                let (title, story) = (our["title"] as? String ?? "", our["explanation"] as? String ?? "")
                if !RealDays.isTitle(title, of: day) || !RealDays.isStory(story, of: day) {
                    differences.append("\(date): words")
                }
            }
        }
        #expect(differences == [], "\(differences.count)", sourceLocation: sourceLocation)
    }

    /// Which keys there are, and what kind of day it is. A film that NASA called an image is told as what it is, and in the
    /// first weeks whose a picture is stands in front of the story.
    private static func comparable(_ day: [String: Any]) -> [String] {
        var keys = Set(day.keys).subtracting(["mirror"])
        var kind = day["media_type"] as? String ?? ""
        let film = /\.(mov|mp4|mpg|mpeg|wmv|avi)\s*$|youtu|vimeo/.ignoresCase()
        if kind == "image", (day["hdurl"] as? String ?? day["url"] as? String ?? "").contains(film) {
            kind = "video"
            keys.remove("hdurl")
        }
        if (day["date"] as? String ?? "") < "1995-09" { keys.remove("copyright") }
        return keys.sorted() + [kind]
    }
}
