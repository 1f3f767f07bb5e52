internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree
internal import Pages
internal import Pictures

// MARK: - Stories

/// A story's links change pages of other months, too.
extension GalleryWriter {
    /// Reads the stories of the due months anew, and adds the pages that change with them to `due`. Without a saved web,
    /// all pages are due.
    func web(_ due: inout DuePages, since former: StoryWeb?, _ facts: Facts) -> StoryWeb {
        guard var web = former else {
            due.formUnion(DuePages(everythingIn: facts.listing))
            return StoryWeb(tree.stories(in: facts.listing.months, facts.listing))
        }
        due.add(web.apply(tree.stories(in: due.months, facts.listing)))
        return web
    }

    func remember(_ web: StoryWeb) throws {
        let (bytes, own) = (web.bytes, try tree.root.makeFolder(Tree.own))
        if try !isThere(bytes, Tree.stories.name, own) {
            try tree.saver().save(bytes, as: Tree.stories.name, in: own, .whole)
        }
    }
}

extension GalleryReader {
    init(
        _ facts: GalleryWriter.Facts, _ tree: Tree, web: StoryWeb = StoryWeb(), similar: SimilarDays = SimilarDays(),
        repeats: RepeatedPictures = RepeatedPictures(), reasons: [Day: String] = [:]
    ) {
        self.init(
            tree: tree, listing: facts.listing, web: web, similar: similar, repeats: repeats, reasons: reasons)
    }
}

// MARK: - Similar days

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
        var similar = made.uncached?.similar ?? tree.rememberedSimilar()
        guard web.texts.days.count >= Self.least else {
            due.add(dataOf: similar.neighbours.days.map { Day(number: Int($0)) }.filter(web.contains))
            return SimilarDays()
        }
        let waiting = web.texts.differences(from: similar.texts)
        if waiting.isEmpty { return similar }
        let came = former.map { web.texts.differences(from: $0.texts).count } ?? .max
        let count = web.texts.days.count, compared = similar.texts.days.count
        // Words that are not cached are newer than those that are.
        if waiting.count <= Self.few, count < 2 * compared,
            !similar.words.days.isEmpty || tree.takeWords(&similar)
        {
            var changes: [Day: StoryTerms?] = [:]
            for day in waiting { changes[day] = .some(web.contains(day) ? tree.terms(day) : nil) }
            due.add(dataOf: similar.apply(changes))
        } else if came <= Self.few || 4 * count >= 5 * compared {
            let days = web.texts.days.map { Day(number: Int($0)) }
            let anew = SimilarDays(days.compactMap { day in tree.terms(day).map { (day: day, terms: $0) } })
            due.add(dataOf: anew.neighbours.differences(from: similar.neighbours))
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

// MARK: - Pictures shown again

/// A picture that is shown again changes the page of the day on which it was shown before.
extension GalleryWriter {
    /// Reads the perceptual hashes of these months anew, and adds the days that change with them to `due`.
    func repeats(_ due: inout DuePages, of asked: Set<String>, _ web: StoryWeb) -> RepeatedPictures {
        let former = made.uncached?.repeats ?? tree.rememberedRepeats()
        var repeats = former ?? RepeatedPictures()
        let folder = ThumbnailFolder(tree.root)
        var hashes: [Day: PerceptualHash?] = [:]
        for month in former == nil ? web.months : asked {
            for day in Day.span(ofMonth: month) { hashes[day] = .some(web.contains(day) ? folder.hash(of: day) : nil) }
        }
        // Days that went while the web was lost are in no month that is asked for.
        for day in repeats.days where !web.contains(day) { hashes[day] = .some(nil) }
        let touched = repeats.apply(hashes)
        due.add(touched.filter(web.contains))
        return repeats
    }

    func remember(_ repeats: RepeatedPictures) throws {
        if repeats == tree.rememberedRepeats() { return }
        let own = try tree.root.makeFolder(Tree.own)
        try tree.saver().save(repeats.bytes, as: Tree.looks.name, in: own, .whole)
    }
}
