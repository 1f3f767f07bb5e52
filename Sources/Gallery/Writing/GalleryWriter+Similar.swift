internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree

/// Each new day changes the similar days of some others.
extension GalleryWriter {
    /// The most new days that are compared with the others one by one.
    private static let few = 64
    /// The fewest days that are worth comparing.
    private static let least = 12

    /// The similar days of the days that are shown. The data of days whose similar days changed is due.
    ///
    /// Comparing all with all takes seconds. While many days come in, it is done when they have grown by a quarter, and
    /// at last when few more come.
    func similar(_ due: inout DuePages, _ web: StoryWeb, since former: StoryWeb?) -> SimilarDays {
        var similar = tree.rememberedSimilar()
        guard web.texts.days.count >= Self.least else {
            due.note(dataOf: similar.neighbours.days.map { Day(number: Int($0)) }.filter(web.contains))
            return SimilarDays()
        }
        let waiting = web.texts.differences(from: similar.texts)
        if waiting.isEmpty { return similar }
        let came = former.map { web.texts.differences(from: $0.texts).count } ?? .max
        let count = web.texts.days.count, compared = similar.texts.days.count
        if waiting.count <= Self.few, count < 2 * compared, tree.takeWords(&similar) {
            var changes: [Day: Terms?] = [:]
            for day in waiting { changes[day] = .some(web.contains(day) ? tree.terms(day) : nil) }
            due.note(dataOf: similar.apply(changes))
        } else if came <= Self.few || 4 * count >= 5 * compared {
            let days = web.texts.days.map { Day(number: Int($0)) }
            let anew = SimilarDays(days.compactMap { day in tree.terms(day).map { (day: day, terms: $0) } })
            due.note(dataOf: anew.neighbours.differences(from: similar.neighbours))
            similar = anew
        } else {
            return similar
        }
        similar.texts = web.texts
        return similar
    }

    func remember(_ similar: SimilarDays) throws {
        let own = try tree.root.makeFolder(Tree.own)
        // Without words nothing was compared this time. The words are saved first: words of other days are rejected
        // when read.
        if similar == SimilarDays() {
            for name in [Tree.similar, Tree.words] { try own.remove(name.name) }
        } else if !similar.words.days.isEmpty {
            try tree.saver().save(similar.wordBytes, as: Tree.words.name, in: own, .whole)
            try tree.saver().save(similar.bytes, as: Tree.similar.name, in: own, .whole)
        }
    }
}
