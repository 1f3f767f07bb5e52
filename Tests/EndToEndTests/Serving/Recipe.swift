import Foundation
import TestSupport

/// A recipe of a page, as it stands there.
struct Recipe {
    let blocks: [String]

    /// - Parameters:
    ///   - name: what it begins with, in bold or as a heading.
    ///   - page: such as `docs/serve.md`.
    init(_ name: String, of page: String = "docs/serve.md") throws {
        let text = try String(contentsOf: Document.checkout.appending(path: page), encoding: .utf8)
        let starts = ["\n**\(name)**": "\n**", "\n## \(name)\n": "\n## "]
        guard let (start, next) = starts.first(where: { text.contains($0.key) }),
            let place = text.range(of: start)
        else { throw HarnessError("\(page) has no \(name)") }
        let rest = text[place.upperBound...]
        let end = rest.range(of: next)?.lowerBound ?? rest.endIndex
        blocks = rest[..<end].components(separatedBy: "```").enumerated().compactMap { place, part in
            place.isMultiple(of: 2) ? nil : String(part.drop { $0 != "\n" }.dropFirst())
        }
        if blocks.isEmpty { throw HarnessError("\(page) says nothing of \(name)") }
    }
}
