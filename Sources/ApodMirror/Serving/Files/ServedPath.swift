internal import Days
internal import Folder
internal import Pages

/// What a path of an address means in the mirror. Pure: only what the mirror itself names is anything at all, so neither
/// a dot-folder nor a favorite, nor what somebody else put into the tree.
enum ServedPath: Equatable {
    case file(FilePath)
    /// The picture or video of a day.
    case picture(Day, FilePath)
    case thumbnail(FilePath)
    /// The picture inside the page of a video that lives elsewhere.
    case poster(Day)
    /// A folder's address without its slash.
    case folder

    static let posters: FilePath = "poster"

    private static let pages: Set<FilePath> = ["index.html", "gallery.js", "objects.html", "Today.jpg", "Today.json"]

    init?(_ path: [UInt8]) {
        guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
        let names = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { FilePath(bytes: Array($0)) }
        guard let name = names.last else { return nil }
        switch names.count {
        case 1 where name.bytes.isEmpty: self = .file("index.html")
        case 1 where Self.pages.contains(name): self = .file(name)
        case 2 where names[0] == Self.posters:
            guard let text = name.text, let day = Day(text) else { return nil }
            self = .poster(day)
        case 2 where Listing.isYear(names[0]):
            if name == "gallery.js" {
                self = .file(names[0].appending(name))
            } else if Listing.isMonth(name, of: names[0]) {
                self = .folder
            } else {
                return nil
            }
        case 3 where Listing.isYear(names[0]) && Listing.isMonth(names[1], of: names[0]):
            let month = names[0].appending(names[1])
            if name.bytes.isEmpty || name == "index.html" {
                self = .file(month.appending("index.html"))
            } else if let day = Listing.day(of: name), Tree.monthPath(day) == month {
                self = .picture(day, month.appending(name))
            } else {
                return nil
            }
        case 4
        where names[2] == "metadata" && Listing.isYear(names[0]) && Listing.isMonth(names[1], of: names[0]):
            let metadata = names[0].appending(names[1]).appending(names[2])
            if name == "SHA256SUMS" {
                self = .file(metadata.appending(name))
            } else if let text = name.text, text.hasSuffix(".json"), let day = Day(text.dropLast(5)),
                day.month == names[1].description
            {
                self = .file(Tree.metadataPath(day))
            } else {
                return nil
            }
        case 4 where names[0] == Tree.own && names[1] == "thumbnails":
            guard let text = name.text, let day = Day(text.prefix(10)), day.year == names[2].description,
                let size = ThumbnailSize.allCases.first(where: { text.dropFirst(10) == $0.suffix })
            else { return nil }
            self = .thumbnail(size.path(day))
        default: return nil
        }
    }
}
