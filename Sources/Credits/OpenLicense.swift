internal import Days

/// A license of Creative Commons, or its mark of the public domain.
public struct OpenLicense: Equatable, Sendable {
    /// The name in short, such as `CC BY-SA 4.0`.
    public let name: String
    /// The page of the license; `nil` where the credit names no version, so that its page is not known.
    public let address: String?

    /// Reads the address that a credit links to, of a license or of its legal text; `nil` for any other.
    public init?(address: String) {
        let parts = address.split(separator: "/", omittingEmptySubsequences: true).map { $0.lowercased() }
        guard let scheme = parts.first, ["http:", "https:"].contains(scheme), parts.count >= 5,
            ["creativecommons.org", "www.creativecommons.org"].contains(parts[1])
        else { return nil }
        self.init(folder: parts[2], kind: parts[3], version: parts[4])
    }

    private init?(folder: String, kind: String, version: String) {
        guard let version = Self.version(version) else { return nil }
        switch (folder, kind) {
        case ("licenses", _) where Self.kinds.contains(kind): name = "CC \(kind.uppercased()) \(version)"
        case ("publicdomain", "zero"): name = "CC0 \(version)"
        case ("publicdomain", "mark"): name = "Public Domain Mark \(version)"
        default: return nil
        }
        address = "https://creativecommons.org/\(folder)/\(kind)/\(version)/"
    }

    private init(kind: String, version: String?) {
        name = ["CC \(kind.uppercased())", version].compactMap(\.self).joined(separator: " ")
        address = version.map { "https://creativecommons.org/licenses/\(kind)/\($0)/" }
    }

    /// Reads plain words, such as `CC BY-SA 4.0`. They count only as licenses are written: `CC BY` in capitals, since
    /// "by" behind any abbreviation is a word of its own.
    public init?(words text: String) {
        if let rest = text.text(behind: "CC0"), rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true {
            self.init(folder: "publicdomain", kind: "zero", version: "1.0")
            return
        }
        if let place = ["CC BY", "CC-BY"].compactMap({ text.text(behind: $0) }).first {
            self.init(behind: place)
            return
        }
        guard let place = text.lowercased().text(behind: "creative commons attribution") else { return nil }
        self.init(spelled: place)
    }

    /// Reads what follows `CC BY`.
    private init?(behind rest: Substring) {
        var kind = "by"
        var rest = rest
        // A letter that follows at once belongs to another word.
        if let next = rest.first, next.isLetter { return nil }
        for term in ["NC", "SA", "ND"] {
            guard let mark = rest.first, "- ".contains(mark), rest.dropFirst().hasPrefix(term) else { continue }
            let behind = rest.dropFirst(1 + term.count)
            if let next = behind.first, next.isLetter { return nil }
            kind += "-\(term.lowercased())"
            rest = behind
        }
        guard Self.kinds.contains(kind) else { return nil }
        self.init(kind: kind, version: Self.firstVersion(in: rest))
    }

    /// Reads what follows `Creative Commons Attribution`, in lower case.
    private init?(spelled rest: Substring) {
        let words = rest.prefix(60).filter { $0 != "-" && $0 != " " }
        var kind = "by"
        if words.contains(words: "noncommercial") { kind += "-nc" }
        if words.contains(words: "sharealike") { kind += "-sa" }
        if words.contains(words: "noderiv") { kind += "-nd" }
        guard Self.kinds.contains(kind) else { return nil }
        self.init(kind: kind, version: Self.firstVersion(in: rest.drop { !$0.isNumber && $0 != ")" && $0 != ";" }))
    }

    private static let kinds: Set<String> = ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"]

    private static func firstVersion(in rest: Substring) -> String? {
        version(String(rest.drop { " -".contains($0) }.prefix(3)))
    }

    /// A version of a license: two digits with a dot.
    private static func version(_ text: String) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 1 && (0x30...0x39).contains($0.utf8.first ?? 0) })
        else { return nil }
        return text
    }
}

extension String {
    /// The text behind the first occurrence of some words that begin a word; `nil` without one.
    fileprivate func text(behind words: String) -> Substring? {
        guard let offset = offset(of: words) else { return nil }
        let found = utf8.index(startIndex, offsetBy: offset)
        if found > startIndex, self[index(before: found)].isLetter { return nil }
        return self[utf8.index(found, offsetBy: words.utf8.count)...]
    }
}
