public import Folder

/// A page that lists something of the whole mirror. It lies in the root, beside the first page.
public enum ListPage: CaseIterable, Hashable, Sendable {
    case objects, sky, credits

    /// Its name in the root, which is its address from there.
    public var file: FilePath {
        switch self {
        case .objects: "objects.html"
        case .sky: "sky.html"
        case .credits: "credits.html"
        }
    }

    /// The title of the page, and of the links to it.
    var title: String {
        switch self {
        case .objects: "Things in the sky"
        case .sky: "Map of the sky"
        case .credits: "Who made the pictures"
        }
    }

    /// The page's Content-Security-Policy, which a server sends as a header, too.
    public var policy: String {
        switch self {
        case .objects, .credits: Register.policy
        case .sky: SkyPage.policy
        }
    }

    /// A link from the first page.
    var link: HTML {
        #"<a href="\#(RelativeAddress.of(file))">\#(title)</a>"#
    }
}
