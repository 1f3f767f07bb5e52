internal import Days

/// The discovery that a server of the other API answers at a source's address. From 2026-12-01 on the old API's address
/// may do so, by itself or by a redirect.
public struct OtherForm: Equatable, Sendable, CustomStringConvertible {
    /// The address that is set.
    public var url: String
    /// The source that answers there, as the setting `source` names it: `apod-basic`, `planetary-apod=https://…`.
    public var source: String
    /// The line of the settings to change, and how.
    public var remedy: String

    public init(url: String, source: String, remedy: String) {
        (self.url, self.source, self.remedy) = (url, source, remedy)
    }

    public var description: String { "\(fact): \(remedy)" }

    /// The description for strangers, who need not know where the owner's settings lie.
    public var fact: String { "\(url) answers in the other form (\(source.prefix { $0 != "=" }))" }
}

/// Says how a source comes to be asked, given as the setting `source` names it: which line of the settings to change.
public typealias SourceRemedy = @Sendable (_ source: String) -> String

/// The form that a source's answers are to have.
package struct ExpectedForm: Sendable {
    var shape: APIShape
    /// The address that is set.
    var base: String
    var remedy = plainRemedy

    /// The remedy where nobody knows which line of the settings it is.
    package static let plainRemedy: SourceRemedy = { "set source to \($0)" }

    /// The error that an answer of another form is.
    ///
    /// - Parameter answered: the answer's address, after redirects.
    func error(_ other: APIShape, asked: String, answered: String) -> RequestError {
        let (from, to) = (WebAddress(asked)?.withoutQuery, WebAddress(answered)?.withoutQuery)
        // A redirect names the address at which the other API answers.
        let place = if let from, let to, from != to { to.withoutDay } else { base }
        // The address at which NASA's old API was leads to NASA's new one.
        let isNASAs = other == .apodBasic && WebAddress(place)?.isNASA == true
        let source = isNASAs ? other.rawValue : "\(other.rawValue)=\(place)"
        return .source(.otherForm(OtherForm(url: base, source: source, remedy: remedy(source))))
    }
}

extension String {
    /// The address without a last part of six digits, by which apod-basic names a day.
    fileprivate var withoutDay: String {
        let address = withoutTrailingSlashes
        let last = address.utf8.split(separator: UInt8(ascii: "/")).last
        guard let last, last.count == 6, last.allSatisfy(\.isASCIIDigit) else { return address }
        return String(address.dropLast(7))
    }
}
