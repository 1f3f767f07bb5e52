internal import Days

/// An answer to "May I use this picture?", from its credit alone. It never says more than the credit does: where the
/// credit can be read in two ways, the answer is ``Answer/notSaid``.
public struct Reuse: Equatable, Sendable {
    /// The answers, by the names that searches and JSON use.
    public enum Answer: String, CaseIterable, Sendable {
        /// The credit names NASA and nobody else, and claims no rights.
        case nasa
        /// The credit gives a license of Creative Commons for the picture.
        case creativeCommons = "cc"
        /// The credit claims rights.
        case copyright
        case notSaid = "not-said"

        /// The answer for people.
        public var name: String {
            switch self {
            case .nasa: "NASA’s own"
            case .creativeCommons: "Creative Commons, as said in the credit"
            case .copyright: "© somebody: ask"
            case .notSaid: "not said"
            }
        }
    }

    public let answer: Answer
    /// The words of the credit that decided; `nil` where the day has no credit.
    public let words: String?
    /// The license; `nil` except where it is the answer.
    public let license: OpenLicense?

    /// - Parameters:
    ///   - credit: the credit without the label in front of it.
    ///   - copyright: the names of those who claim rights by that label.
    ///   - license: the address of the license that the credit links to.
    public init(credit: String?, copyright: String?, license: String? = nil) {
        let text = credit ?? copyright ?? ""
        let parts = CreditPart.parts(of: text)
        let pictured = parts.filter { $0.work == .picture }
        if let given = Self.license(for: pictured, address: license) {
            self = Reuse(.creativeCommons, given.words, given.license)
        } else if let copyright {
            self = Reuse(.copyright, copyright)
        } else if let claim = pictured.first(where: \.claimsCopyright) {
            self = Reuse(.copyright, claim.whole)
        } else if Self.isNASAsOwn(text, parts) {
            self = Reuse(.nasa, pictured.map(\.whole).joined(separator: "; "))
        } else {
            self = Reuse(.notSaid, text.nilIfEmpty)
        }
    }

    private init(_ answer: Answer, _ words: String?, _ license: OpenLicense? = nil) {
        self.answer = answer
        self.words = words?.clamped(toBytes: Self.mostBytes)
        self.license = license
    }

    /// The most bytes of words that are shown, enough for all but a few credits.
    private static let mostBytes = 300

    /// The answer for people, with the words that decided, such as `NASA’s own: “NASA, JPL-Caltech”`.
    public var inWords: String {
        let quoted = words.map { "“\($0)”" } ?? ""
        return switch answer {
        case .nasa: "\(answer.name): \(quoted)"
        case .creativeCommons: "\(answer.name): \(license?.name ?? ""), \(quoted)"
        case .copyright: "\(answer.name) \(quoted)"
        case .notSaid: words == nil ? answer.name : "\(answer.name): \(quoted)"
        }
    }

    // MARK: - Creative Commons

    /// The license of the whole picture, and the words of the part that gives it. A part that gives none must
    /// be an agency's, since a license for one of two persons' works does not free the other's.
    private static func license(
        for parts: [CreditPart], address: String?
    ) -> (license: OpenLicense, words: String)? {
        let linked = address.flatMap { OpenLicense(address: $0) }
        let licensed = parts.map { part in
            part.isLabelledLicense && linked != nil ? linked : OpenLicense(words: part.whole)
        }
        if linked == nil, licensed.allSatisfy({ $0 == nil }) { return nil }
        let others = parts.indices.filter { licensed[$0] == nil && !Agency.isAll(of: parts[$0].text) }
        if others.contains(where: { parts[$0].claimsCopyright }) { return nil }
        if let first = licensed.indices.first(where: { licensed[$0] != nil }), let license = licensed[first] {
            let isOne = licensed.allSatisfy { $0 == nil || $0?.name == license.name }
            return isOne && others.isEmpty ? (license: license, words: parts[first].whole) : nil
        }
        // The link is on a name, or on words that are no label: it is for the only part that can need it.
        guard let linked, others.count <= 1, let part = others.first ?? parts.indices.first else { return nil }
        return (license: linked, words: parts[part].whole)
    }

    // MARK: - NASA

    private static func isNASAsOwn(_ text: String, _ parts: [CreditPart]) -> Bool {
        let made = parts.filter { $0.work != .text }
        let names = made.flatMap(\.names) + made.flatMap(\.bracketed)
        // "et al." stands for persons whom the credit does not name, and a courtesy for somebody's consent.
        let hidesNames = made.contains { part in
            let words = part.whole.lowercased()
            return ["et al", "courtesy", "permission", "licens", "licenc"].contains { words.contains(words: $0) }
        }
        return !hidesNames && made.contains { $0.work == .picture } && names.contains(where: NASAName.isAgency)
            && names.allSatisfy(NASAName.isNASAs)
    }
}
