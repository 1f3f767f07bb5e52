internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree

/// Who is like whom changes with every day that comes, for some others.
extension GalleryWriter {
    /// So many new days are compared with the others one by one.
    private static let few = 64
    /// Of fewer days everyone is like everyone.
    private static let least = 12

    /// Who is like whom among the days that are shown. The data of those that are shown with others than before is due.
    ///
    /// Thirty years that come in are compared when they have grown by a quarter, and at last when nothing more comes: all with
    /// all takes seconds.
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
        // Without the words nothing was compared this time. They go first: with those of other days none are believed.
        if similar == SimilarDays() {
            for name in [Tree.similar, Tree.words] { try own.remove(name.name) }
        } else if !similar.words.days.isEmpty {
            try tree.saver().save(similar.wordBytes, as: Tree.words.name, in: own, .whole)
            try tree.saver().save(similar.bytes, as: Tree.similar.name, in: own, .whole)
        }
    }
}
