internal import Days

extension GalleryDay {
    /// The name of its file in the month's folder.
    var file: String? {
        switch content {
        case .picture(let picture): picture.file
        case .video(let file), .page(let file): file
        case .pending: nil
        }
    }

    /// The picture itself, if browsers can show it.
    var picture: GalleryPicture? {
        guard case .picture(let picture) = content, picture.isForBrowsers else { return nil }
        return picture
    }

    var isPending: Bool {
        if case .pending = content { true } else { false }
    }

    /// Whether the day has a video or a page to play.
    var isPlayed: Bool {
        switch content {
        case .video, .page: true
        case .picture, .pending: false
        }
    }

    /// The address of its file; `nil` while there is none. `root` leads from the page to the root: empty, or `../../`.
    func address(from root: String) -> String? {
        file.map { root + RelativeAddress.of("\(day.year)/\(day.month)/\($0)") }
    }

    /// The address of a thumbnail, if the mirror has it.
    func thumbnail(_ size: ThumbnailSize, from root: String) -> String? {
        thumbnails.contains(size) ? root + RelativeAddress.of(size.path(day)) : nil
    }

    /// Whether a page must not begin with the original, which then has larger thumbnails.
    var isHeavy: Bool { thumbnails.contains(.large) }

    /// The sizes from which a browser may choose for a picture as wide as `sizes`, without a heavy original.
    func choices(from root: String, sizes: HTML, among isFitting: (Int) -> Bool) -> HTML? {
        guard case .picture(let shown) = content else { return nil }
        var some = thumbnails.sorted().compactMap { size in
            thumbnail(size, from: root).map { ($0, min(size.rawValue, shown.width ?? size.rawValue)) }
        }
        if !isHeavy, let width = picture?.width, let original = original(from: root) { some.append((original, width)) }
        let fitting = some.filter { isFitting($0.1) }
        guard fitting.count > 1 else { return nil }
        return #" sizes="\#(sizes)" srcset="\#(fitting.map { "\($0) \($1)w" }.joined(separator: ", "))""#
    }

    private func original(from root: String) -> String? {
        picture == nil ? nil : address(from: root)
    }

    /// The address of a picture for a card: the small thumbnail, or the next best.
    func small(from root: String) -> String? {
        guard !isPending else { return nil }
        return thumbnail(.small, from: root) ?? thumbnail(.large, from: root) ?? original(from: root)
    }

    /// The address of a picture that fills a window at once: a large picture's large thumbnail, else the picture.
    func large(from root: String) -> String? {
        guard !isPending else { return nil }
        return thumbnail(.large, from: root) ?? original(from: root) ?? thumbnail(.small, from: root)
    }

    /// The address of the day in its month's page.
    func story(from root: String) -> String {
        "\(root)\(MonthPage.address(of: day.month))#\(day)"
    }

    /// The credit and the copyright in one line.
    var attribution: String? {
        switch (credit, copyright) {
        case (nil, nil): nil
        case (nil, let copyright?): "Copyright: \(copyright)"
        case (let credit?, nil): "Credit: \(credit)"
        case (let credit?, let copyright?):
            credit == copyright ? "Credit & Copyright: \(credit)" : "Credit: \(credit) · Copyright: \(copyright)"
        }
    }

    /// NASA's page of the day, if its address is http or https.
    var webPage: String? {
        guard let page else { return nil }
        let start = page.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://") ? page : nil
    }
}
