internal import Days
internal import Markup

/// The places of a record, apart from its date field, that name the day of the post: the article's address, and title
/// and head of the page. NASA has filed posts under a wrong date, and a server has answered with the posts of another
/// day; these places then still named the right one.
///
/// Picture addresses are no evidence: of the 419 in thirty years that hold a date, 417 name another day than the
/// picture's, mostly that on which it was taken. The legacy API has none of these places.
struct DateEvidence: Equatable, Sendable {
    /// The article's address.
    var page: WebAddress?
    /// The beginning of the article's page.
    var html = ""

    enum Place: String, CaseIterable, Sendable {
        case address = "the address of its article"
        case title = "the title of its page"
        case head = "the head of its page"
    }

    /// A place that names another day, where no place names the day of the date field.
    struct Contradiction: Sendable, CustomStringConvertible {
        var place: Place
        var named: Day

        var description: String { "\(place.rawValue) names \(named)" }
    }

    /// Returns `nil` where the evidence is for the day, or says nothing. Places are read only until one is for it,
    /// which the address nearly always is: parsing a page takes far longer.
    func contradiction(of day: Day) -> Contradiction? {
        var found: Contradiction?
        for place in Place.allCases {
            if supports(day, place) { return nil }
            if let named = self.day(named: place), found == nil { found = Contradiction(place: place, named: named) }
        }
        return found
    }

    /// The number of places that name the day: of several posts for one day, the one with most is taken.
    func support(of day: Day) -> Int {
        Place.allCases.count { supports(day, $0) }
    }

    func supports(_ day: Day, _ place: Place) -> Bool {
        if self.day(named: place) == day { return true }
        // The digits of a date tell nothing by themselves, but the very day that was expected is no chance.
        guard case .address = place, let page else { return false }
        let digits = page.path.split { !$0.isASCII || !$0.isNumber }.joined()
        return digits.contains(words: day.sixDigits) || digits.contains(words: day.description.filter { $0 != "-" })
    }

    private func day(named place: Place) -> Day? {
        switch place {
        case .address: page.flatMap { PageAddress.day(ofPath: $0.path) }
        case .title: pageTitle.flatMap { Title.datePrefix(of: $0)?.day }
        case .head: Self.date(in: headText)
        }
    }

    /// The content of the page's `title` element.
    var pageTitle: String? {
        guard let start = html.offset(of: "<title"), start < Self.longestHead else { return nil }
        let rest = html.utf8.dropFirst(start).drop { $0 != UInt8(ascii: ">") }.dropFirst()
        let title = rest.prefix { $0 != UInt8(ascii: "<") }.prefix(Title.mostBytes)
        return Fragment(String(decoding: title, as: UTF8.self)).text
    }

    /// The text above the story. The teaser below it names another day, and a story may name any.
    private var headText: String {
        let title = html.offset(of: "</title>") ?? 0
        let body = String(decoding: html.utf8.dropFirst(title).prefix(Self.longestHead), as: UTF8.self)
        let text = Fragment(body).text
        let ends = ["Explanation:", "Tomorrow's picture"].compactMap { text.offset(of: $0) }
        let end = min(ends.min() ?? Self.longestText, Self.longestText)
        return String(decoding: text.utf8.prefix(end), as: UTF8.self)
    }

    private static let longestHead = 20_000
    private static let longestText = 2_000

    /// The first date of the form `2026 September 4` or `September 4, 2026`.
    static func date(in text: String) -> Day? {
        let words = text.split(separator: " ").map { word in
            word.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ").lowercased()
        }
        return words.indices.dropLast(2).lazy.compactMap { index in
            let date = words[index...index + 2].map { $0[...] }
            guard date.contains(where: { Title.months.contains(String($0)) }) else { return nil }
            return Title.day(date)
        }.first
    }
}

/// The posts of one pass that are filed as many days from the day that they name.
///
/// Single posts are errors of their own. Several in a row by one and the same number of days mean that the server is
/// filing all of them under wrong dates.
struct ShiftedDays: Sendable {
    /// The number of days from which on the server is at fault.
    static let few = 3

    private var days: [Int: Set<Day>] = [:]

    /// Records the answers of one block of days. A block that is right for the most part ends the series.
    ///
    /// - Parameters:
    ///   - shifted: the days that their evidence contradicts, with the day that it names.
    ///   - confirmed: the number of days that their evidence confirms.
    mutating func record(_ shifted: [Day: Day], confirmed: Int) {
        guard shifted.count >= confirmed else {
            days = [:]
            return
        }
        for (day, named) in shifted { days[named.distance(to: day), default: []].insert(day) }
    }

    /// The sentence for a server that shifts its days; `nil` for one that does not.
    var reason: String? {
        guard let (shift, days) = days.first(where: { $0.value.count >= Self.few }) else { return nil }
        let length = abs(shift) == 1 ? "one day" : "\(abs(shift)) days"
        let side = shift > 0 ? "after" : "before"
        return "\(days.count) posts are filed \(length) \(side) the day that they name themselves"
    }
}
