import Foundation
import TestSupport

/// A recipe of docs/serve.md, as it stands there.
struct Recipe {
    let blocks: [String]

    /// - Parameter name: what it begins with, in bold.
    init(_ name: String) throws {
        let text = try String(contentsOf: Document.checkout.appending(path: "docs/serve.md"), encoding: .utf8)
        guard let start = text.range(of: "\n**\(name)**") else { throw HarnessError("serve.md has no \(name)") }
        let rest = text[start.upperBound...]
        let end = rest.range(of: "\n**")?.lowerBound ?? rest.endIndex
        blocks = rest[..<end].components(separatedBy: "```").enumerated().compactMap { place, part in
            place.isMultiple(of: 2) ? nil : String(part.drop { $0 != "\n" }.dropFirst())
        }
        if blocks.isEmpty { throw HarnessError("serve.md says nothing of \(name)") }
    }
}
