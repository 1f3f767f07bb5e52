extension Fragment {
    /// The position of a link's text, and its target as written.
    public struct PlacedLink: Equatable, Sendable {
        /// The position in UTF-8 bytes of the fragment's text; not empty.
        public var place: Range<Int>
        public var address: String
    }

    /// The position of raised or lowered text, with the sign that plain text has for it.
    public struct PlacedScript: Equatable, Sendable {
        /// The position in UTF-8 bytes of the fragment's text; not empty.
        public var place: Range<Int>
        public var script: Script
    }

    /// The links in their order, none within another.
    public var placedLinks: [PlacedLink] {
        places { $0.name == "a" ? $0.attributes["href"] : nil }.map { PlacedLink(place: $0, address: $1) }
    }

    /// The raised and lowered texts in their order, none within another.
    public var placedScripts: [PlacedScript] {
        places { Script(element: $0.name) }.map { PlacedScript(place: $0, script: $1) }
    }

    /// The places of the outermost elements that have a mark. Neighbours with the same mark are one place.
    private func places<Mark: Equatable>(_ mark: (Element) -> Mark?) -> [(place: Range<Int>, mark: Mark)] {
        var found: [(place: Range<Int>, mark: Mark)] = []
        var position = 0
        var isBroken = false
        // The number of open elements, and the depth of the outermost open one with a mark.
        var depth = 0
        var open: (depth: Int, mark: Mark)?
        for piece in pieces {
            switch piece {
            case .open(let element):
                depth += 1
                if open == nil, let mark = mark(element) { open = (depth, mark) }
            case .close:
                if open?.depth == depth { open = nil }
                depth -= 1
            case .lineBreak:
                isBroken = true
            case .text(let run), .sign(let run):
                if isBroken { position += 1 }
                isBroken = false
                let place = position..<(position + run.utf8.count)
                position = place.upperBound
                guard let open, !place.isEmpty else { continue }
                if let last = found.last, last.place.upperBound == place.lowerBound, last.mark == open.mark {
                    found[found.count - 1].place = last.place.lowerBound..<place.upperBound
                } else {
                    found.append((place, open.mark))
                }
            }
        }
        return found
    }
}
