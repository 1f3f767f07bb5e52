import Foundation
import TestSupport

@testable import Credits

/// A credit of the labelled sample, `credits.txt`.
struct SampledCredit: Sendable {
    let day: String
    let claimsRights: Bool
    let answer: Reuse.Answer
    /// The answer that the names alone give.
    let bareAnswer: Reuse.Answer
    let license: String?
    let credit: String

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let answer = Reuse.Answer(rawValue: fields[2]),
            let bareAnswer = Reuse.Answer(rawValue: fields[3])
        else { return nil }
        (day, claimsRights, credit) = (fields[0], fields[1] == "©", fields[5])
        (self.answer, self.bareAnswer) = (answer, bareAnswer)
        license = fields[4] == "-" ? nil : fields[4]
    }

    static func all() throws -> [SampledCredit] {
        let file = Document.checkout.appending(path: "Tests/CreditsTests/credits.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let credits = lines.compactMap { SampledCredit($0) }
        if credits.count != lines.count { throw UnreadableSample() }
        return credits
    }

    struct UnreadableSample: Error {}
}

extension SampledCredit {
    /// The program's answer for the day.
    var found: Reuse {
        Reuse(credit: credit, copyright: claimsRights ? credit : nil, license: license)
    }

    /// The program's answer to the names alone.
    var bareFound: Reuse { Reuse(credit: credit, copyright: nil) }
}
