extension Fragment {
    /// The position of a link's text, and its target as written.
    public struct PlacedLink: Equatable, Sendable {
        /// The position in UTF-8 bytes of the fragment's text; not empty.
        public var place: Range<Int>
        public var address: String
    }

    /// The links in their order, none within another.
    public var placedLinks: [PlacedLink] {
        var found: [PlacedLink] = []
        var position = 0
        var isBroken = false
        // The number of open elements, and the depth of the outermost open link among them.
        var depth = 0
        var open: (depth: Int, address: String)?
        for piece in pieces {
            switch piece {
            case .open(let element):
                depth += 1
                if open == nil, element.name == "a", let address = element.attributes["href"] {
                    open = (depth, address)
                }
            case .close:
                if open?.depth == depth { open = nil }
                depth -= 1
            case .lineBreak:
                isBroken = true
            case .text(let run):
                if isBroken { position += 1 }
                isBroken = false
                let place = position..<(position + run.utf8.count)
                position = place.upperBound
                guard let open, !place.isEmpty else { continue }
                if let last = found.last, last.place.upperBound == place.lowerBound, last.address == open.address {
                    found[found.count - 1].place = last.place.lowerBound..<place.upperBound
                } else {
                    found.append(PlacedLink(place: place, address: open.address))
                }
            }
        }
        return found
    }
}
