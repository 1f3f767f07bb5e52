internal import Credits
internal import Days
internal import Markup

/// The makers of a picture, and the holders of its rights.
struct Credit: Equatable, Sendable {
    static let mostBytes = 10_000
    /// The longest copyright that is only names has 197 characters; a longer one swallowed the rest of the page.
    static let mostCopyright = 400

    var text: String?
    /// The holders of rights; when in doubt, rights are taken as claimed.
    var copyright: String?
    /// The address of the license of Creative Commons that the credit links to.
    var license: String?

    /// Reads apod-basic's two fields, both HTML and often the same. Until September 2026 a label stood in front and
    /// said whether rights are claimed; since then there are bare names, and only an agency's is no claim.
    init(html credit: String?, copyright: String?) {
        let fragments = [credit, copyright].map { $0.map(Self.fragment) }
        license = fragments.compactMap { $0.flatMap(Self.license) }.first
        let credit = fragments[0].map(Self.plain) ?? ""
        let copyright = fragments[1].map(Self.plain) ?? ""
        text = (Self.withoutLabel(credit).nilIfEmpty ?? Self.withoutLabel(copyright)).nilIfEmpty
        if CreditLabel.claimsCopyright(in: copyright) {
            self.copyright = Self.names(in: copyright)
        } else if CreditLabel.claimsCopyright(in: credit) {
            self.copyright = Self.names(in: credit)
        } else if !CreditLabel.isIn(copyright), !CreditLabel.isIn(credit), !Agency.isAll(of: copyright) {
            self.copyright = Self.names(in: copyright)
        }
    }

    /// Reads the legacy API's field, which may hold line breaks and the rest of the page. In the first weeks of APOD
    /// the credit stands in front of the story instead.
    init(legacyCopyright raw: String?, lead: String = "") {
        let credit = ["Picture Credit:", "Credit:"].compactMap { label in
            lead.offset(of: label).map { String(decoding: lead.utf8.dropFirst($0 + label.utf8.count), as: UTF8.self) }
        }.first
        text = credit.flatMap { Self.withoutLabel($0).nilIfEmpty }
        if credit?.contains(words: "Copyright") == true { copyright = text }
        guard let raw else { return }
        var line = raw.clamped(toBytes: Self.mostBytes).oneLine
        let swallowed = [" Explanation:", "Tomorrow's picture:"].compactMap { line.offset(of: $0) }.min()
        if let swallowed { line = String(decoding: line.utf8.prefix(swallowed), as: UTF8.self) }
        copyright = Self.names(in: line)
    }

    /// The names of the holders; of a text that swallowed the page, its beginning.
    private static func names(in text: String) -> String? {
        withoutLabel(text).clamped(toBytes: mostCopyright).nilIfEmpty
    }

    private static func fragment(_ html: String) -> Fragment {
        Fragment(html.clamped(toBytes: 10 * mostBytes)).withoutStraySpaces
    }

    private static func plain(_ fragment: Fragment) -> String {
        fragment.text.clamped(toBytes: mostBytes)
    }

    /// The license that a credit links to; `nil` where there is none, where there are two, and where the link stands
    /// with music or a text.
    static func license(in credit: Fragment) -> String? {
        var found: Set<String> = []
        for link in credit.placedLinks {
            guard let address = WebAddress(link.address), let license = OpenLicense(address: address.text)?.address
            else {
                continue
            }
            let parts = CreditPart.parts(of: credit.text.piece(around: link.place))
            if parts.isEmpty || parts.contains(where: { $0.work != .picture }) { continue }
            found.insert(license)
        }
        return found.count == 1 ? found.first : nil
    }

    /// The text without its label, without the punctuation between label, name and further text, and without a label at
    /// the end that lost its names: "… Music".
    private static func withoutLabel(_ text: String) -> String {
        let rest = String(decoding: text.utf8.dropFirst(CreditLabel.length(in: text)), as: UTF8.self)
        let kept = CreditLabel.stray(in: rest).map { String(decoding: rest.utf8.prefix($0), as: UTF8.self) } ?? rest
        var bytes = kept.utf8[...]
        while let first = bytes.first, " ,;:".utf8.contains(first) { bytes.removeFirst() }
        while let last = bytes.last, " ,;:".utf8.contains(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The text between the semicolons around a place, which is given in bytes of UTF-8.
    fileprivate func piece(around place: Range<Int>) -> String {
        let bytes = Array(utf8)
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: ";") }
        let place = place.clamped(to: 0..<bytes.count)
        let start = bytes[..<place.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
        let end = bytes[place.upperBound...].firstIndex(where: isEnd) ?? bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
