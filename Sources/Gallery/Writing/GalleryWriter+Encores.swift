internal import Days
internal import Folder
internal import GalleryReading
internal import MirrorTree
internal import Pictures

/// A picture that is shown again changes the page of the day on which it was shown before.
extension GalleryWriter {
    /// Reads the perceptual hashes of these months anew, and adds the days that change with them to `due`.
    func encores(_ due: inout DuePages, of asked: Set<String>, _ web: StoryWeb) -> (encores: Encores, former: Encores?)
    {
        let former = tree.rememberedEncores()
        var encores = former ?? Encores()
        let folder = ThumbnailFolder(tree.root)
        var looks: [Day: Look?] = [:]
        for month in former == nil ? web.months : asked {
            for day in Day.span(ofMonth: month) { looks[day] = .some(web.contains(day) ? folder.look(of: day) : nil) }
        }
        let touched = encores.apply(looks)
        due.note(touched.filter(web.contains))
        return (encores, former)
    }

    func remember(_ encores: Encores, since former: Encores?) throws {
        if encores == former { return }
        let own = try tree.root.makeFolder(Tree.own)
        try tree.saver().save(encores.bytes, as: Tree.looks.name, in: own, .whole)
    }
}
