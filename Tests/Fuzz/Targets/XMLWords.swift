import Foundation
import FoundationXML

/// The words of one element in an XML document, as a parser that is none of ours reads them.
///
/// `nil` for a document that is not well-formed: every reader of feeds and of sidecars refuses all of it.
func wordsInXML(_ document: [UInt8], of element: String) -> [String]? {
    let collector = WordCollector(element)
    let parser = XMLParser(data: Data(document))
    parser.delegate = collector
    return parser.parse() ? collector.words : nil
}

private final class WordCollector: NSObject, XMLParserDelegate {
    private let element: String
    private var isInside = false
    private(set) var words: [String] = []

    init(_ element: String) {
        self.element = element
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard name == element else { return }
        isInside = true
        words.append("")
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == element { isInside = false }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        if isInside { words[words.count - 1] += characters }
    }
}
