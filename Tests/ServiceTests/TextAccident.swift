import SampleNASA

/// Something that befalls the texts of all posts at once, while their pictures are what they were.
enum TextAccident: CaseIterable {
    case notice, mojibake, protected, empty, excerpts, oneForAll, entities, nothing
    /// Every post is filed one day late, as only the new API can.
    case shifted
    /// Every two neighbours are filed under each other's date, as only the new API can.
    case swapped

    /// Whether posts say something else, and not for another day.
    var changesWords: Bool { self != .shifted && self != .swapped }

    /// Changes the words of one post.
    ///
    /// - Parameter one: the day whose words ``oneForAll`` gives to all.
    func befall(_ day: inout SampleDay, one: SampleDay) {
        switch self {
        case .notice:
            day.title = "Site notice"
            day.explanation = "Due to the lapse in federal funding, this website is not being updated."
        case .mojibake:
            day.title = misread(day.title)
            day.explanation = misread(day.explanation)
        case .protected:
            day.title = "Protected: \(day.title)"
            day.explanation = ""
        case .empty: day.explanation = ""
        case .excerpts: day.explanation = String(day.explanation.prefix(230)) + "…"
        case .oneForAll:
            day.title = one.title
            day.explanation = one.explanation
            day.credit = one.credit
        case .entities:
            day.explanation = day.explanation.replacing("&", with: "&amp;").replacing("’", with: "&rsquo;")
        case .nothing:
            day.title = ""
            day.explanation = ""
        case .shifted, .swapped: return
        }
        day.links = [:]
    }

    private func misread(_ text: String) -> String {
        String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }
}
