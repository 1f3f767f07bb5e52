internal import Credits
package import Days
internal import Markup
package import MirrorTree
internal import NASA
package import Pages
internal import Sky

extension Story {
    /// Keeps links, exponents and indices where NASA placed them. An explanation that a user edited has the last word, as
    /// plain text.
    package init(_ metadata: Metadata, isShown: (Day) -> Bool) {
        guard let html = metadata.mirror.explanationHTML else {
            self.init(metadata.explanation)
            return
        }
        let fragment = Fragment(html)
        guard fragment.text == metadata.explanation else {
            self.init(metadata.explanation)
            return
        }
        self.init(
            fragment.text,
            links: fragment.placedLinks.compactMap { link in
                guard let address = WebAddress(link.address) else { return nil }
                let target = PageAddress.day(of: address).map { isShown($0) ? Target.day($0) : .absent($0) }
                return Link(place: link.place, target: target ?? .web(address.text))
            },
            scripts: fragment.placedScripts)
    }
}

extension StoryWeb.Facts {
    init(_ metadata: Metadata) {
        let credit = metadata.mirror.credit ?? metadata.copyright ?? ""
        let credited = "\(metadata.title)\n\(metadata.explanation)\n\(credit)"
        let hash = credited.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let named = NamedObjects(title: metadata.title, story: metadata.explanation)
        self.init(
            links: metadata.linkedDays, objects: named.all, subjectCount: named.subjectCount,
            makers: MakerIndex.names(in: credit), text: Int32(truncatingIfNeeded: hash ^ hash >> 32))
    }
}

extension Metadata {
    /// The days that the story links to. A byte search finds the addresses, since parsing thirty years of stories as
    /// HTML takes ten times as long.
    fileprivate var linkedDays: [Day] {
        guard let html = mirror.explanationHTML.map({ Array($0.utf8) }) else { return [] }
        var days: [Day] = []
        var place = 0
        while let found = html.offset(of: Self.mark, from: place) {
            let start = found + Self.mark.count
            let end = html[start...].firstIndex(of: UInt8(ascii: "\"")) ?? html.count
            place = end
            let address = Array(html[start..<end])
            // Addresses without these signs need no parsing.
            guard !address.isEmpty, Self.signs.contains(where: { address.offset(of: $0) != nil }) else { continue }
            let text = String(decoding: address, as: UTF8.self).replacing("&amp;", with: "&")
            if let day = WebAddress(text).flatMap(PageAddress.day(of:)), day != date { days.append(day) }
        }
        return days
    }

    private static let mark = Array("href=\"".utf8)
    /// Every address of a day's page contains one of these.
    private static let signs = ["apod", "/ap"].map { Array($0.utf8) }
}
