internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree
internal import Pages

/// A story's links change pages of other months, too.
extension GalleryWriter {
    /// Loads the story web, reads the stories of the due months anew, and adds the pages that change with them to
    /// `due`. Without a saved web, all pages are due.
    func web(_ due: inout DuePages, _ facts: Facts) -> (web: StoryWeb, former: StoryWeb?) {
        guard var web = (try? tree.rememberedStories()).flatMap({ $0 }) else {
            due.formUnion(DuePages(everythingIn: facts.listing))
            return (StoryWeb(tree.stories(in: facts.listing.months, facts.listing)), nil)
        }
        let former = web
        due.note(web.apply(tree.stories(in: due.months, facts.listing)))
        return (web, former)
    }

    /// Whether the page of objects is missing or older than thumbnails, which come long after the pages.
    func areObjectsOld(_ reader: GalleryReader) -> Bool {
        guard let written = (try? tree.root.status(GalleryFile.objects))?.written else { return true }
        return reader.years.contains { year in
            ((try? tree.root.status(ThumbnailSize.folder(year)))?.written ?? 0) >= written
        }
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
        encores: Encores = Encores()
    ) {
        self.init(
            tree: tree, listing: facts.listing, favorites: facts.favorites, web: web, similar: similar,
            encores: encores)
    }
}
