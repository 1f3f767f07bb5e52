extension Order {
    /// How far what people look at follows it.
    var extent: Showcase.Extent {
        switch self {
        case .sync, .repair: .missing
        case .hide, .unhide, .accept, .prune, .gallery, .status: .news
        }
    }
}
