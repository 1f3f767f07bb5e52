internal import CGumbo
internal import Glibc

/// The one user of Gumbo: its tree is walked without recursion and freed before the result is returned.
enum GumboTree {
    /// Elements whose text a browser shows only if it cannot show the element itself.
    private static let unseen: Set<String> = [
        "template", "video", "audio", "canvas", "object", "applet", "svg", "select",
    ]

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
        "main", "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
    ]

    /// Blocks that a browser sets apart by a blank line.
    private static let spaced: Set<String> = [
        "blockquote", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "ul",
    ]

    static func pieces(of bytes: [UInt8]) -> PieceCollector {
        var collector = PieceCollector()
        var options = GumboOptions()
        options.allocator = { _, size in malloc(size) }
        options.deallocator = { _, block in free(block) }
        options.tab_stop = 8
        options.max_errors = 0
        options.fragment_context = GUMBO_TAG_LAST
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                let output = gumbo_parse_with_options(&options, start, buffer.count)
            else { return }
            defer { gumbo_destroy_output(&options, output) }
            if let document = output.pointee.document { walk(document, into: &collector) }
        }
        return collector
    }

    private struct Step {
        var node: UnsafeMutablePointer<GumboNode>
        var name: String
        var nextChild: UInt32 = 0
    }

    private static func walk(_ document: UnsafeMutablePointer<GumboNode>, into collector: inout PieceCollector) {
        var path = [Step(node: document, name: "")]
        var unseenDepth = 0
        while let step = path.last {
            let children = children(of: step.node)
            guard step.nextChild < children.length else {
                path.removeLast()
                if path.isEmpty { break }
                if unseen.contains(step.name) { unseenDepth -= 1 }
                collector.close()
                if blocks.contains(step.name) { collector.boundary(isBlank: spaced.contains(step.name)) }
                continue
            }
            path[path.count - 1].nextChild += 1
            guard let raw = children.data[Int(step.nextChild)] else { continue }
            let child = raw.assumingMemoryBound(to: GumboNode.self)
            switch child.pointee.type {
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                if unseenDepth == 0, let text = child.pointee.v.text.text {
                    collector.append(text: String(cString: text))
                }
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
                let element = element(child.pointee.v.element)
                if element.name == "br" { collector.lineBreak() }
                if blocks.contains(element.name) { collector.boundary(isBlank: spaced.contains(element.name)) }
                if unseen.contains(element.name) { unseenDepth += 1 }
                collector.open(element)
                path.append(Step(node: child, name: element.name))
            default:
                break
            }
        }
    }

    private static func children(of node: UnsafeMutablePointer<GumboNode>) -> GumboVector {
        node.pointee.type == GUMBO_NODE_DOCUMENT ? node.pointee.v.document.children : node.pointee.v.element.children
    }

    private static func element(_ element: GumboElement) -> Fragment.Element {
        var attributes: [String: String] = [:]
        for index in 0..<Int(element.attributes.length) {
            guard let raw = element.attributes.data[index] else { continue }
            let attribute = raw.assumingMemoryBound(to: GumboAttribute.self).pointee
            guard let name = attribute.name, let value = attribute.value else { continue }
            let key = String(cString: name).lowercased()
            if attributes[key] == nil { attributes[key] = String(cString: value) }
        }
        let name = gumbo_normalized_tagname(element.tag).map { String(cString: $0) } ?? ""
        return Fragment.Element(name: name, attributes: attributes)
    }
}
