extension Order {
    /// How far what people look at follows it.
    var extent: Showcase.Extent {
        switch self {
        case .sync: .missing
        case .hide, .unhide, .repair, .accept, .prune, .gallery, .status: .news
        }
    }
}
