internal import Days

/// The discovery that a server of the other API answers at a source's address. From 2026-12-01 on the old API's address
/// may do so, by itself or by a redirect.
public struct OtherForm: Equatable, Sendable {
    /// The address that is set.
    public var url: String
    /// The source that answers there, as the setting `source` names it: `apod-basic`, `planetary-apod=https://…`.
    public var source: String
    /// The line of the settings to change, and how.
    public var remedy: String

    public init(url: String, source: String, remedy: String) {
        self.url = url
        self.source = source
        self.remedy = remedy
    }
}

extension OtherForm: CustomStringConvertible {
    public var description: String { "\(fact): \(remedy)" }

    /// The description for strangers, who need not know where the owner's settings lie.
    public var fact: String { "\(url) answers in the other form (\(source.prefix { $0 != "=" }))" }
}

/// Says how a source comes to be asked, given as the setting `source` names it: which line of the settings to change.
public typealias SourceRemedy = @Sendable (_ source: String) -> String

/// The form that a source's answers are to have.
struct ExpectedForm: Sendable {
    var shape: APIShape
    /// The address that is set.
    var base: String
    var remedy = plainRemedy

    /// The remedy where nobody knows which line of the settings it is.
    static let plainRemedy: SourceRemedy = { "set source to \($0)" }

    /// The error that an answer of another form is.
    ///
    /// - Parameter answered: the answer's address, after redirects.
    func error(_ other: APIShape, asked: String, answered: String) -> RequestError {
        let source = other.source(answeringAt: place(asked, answered))
        return .source(.otherForm(OtherForm(url: base, source: source, remedy: remedy(source))))
    }

    /// The base of the addresses at which the other API answers, as far as the answer shows it.
    private func place(_ asked: String, _ answered: String) -> String {
        guard let asked = WebAddress(asked)?.withoutQuery, let answered = WebAddress(answered)?.withoutQuery,
            answered != asked
        else { return base }
        return answered.withoutDay
    }
}

extension APIShape {
    /// The value of the setting `source` for a server of this API.
    ///
    /// - Parameter base: the address at which it answered. The one at which NASA's old API was leads to NASA's new one.
    fileprivate func source(answeringAt base: String) -> String {
        let isNASAs = self == .apodBasic && (WebAddress(base)?.isNASAs ?? false)
        return isNASAs ? rawValue : "\(rawValue)=\(base)"
    }

    /// The API that a redirect leads to, as far as the address shows it.
    init?(redirect address: WebAddress) {
        guard address.path.split(separator: "/").contains(where: { $0 == Self.apodBasic.rawValue }) else { return nil }
        self = .apodBasic
    }
}

extension WebAddress {
    fileprivate var isNASAs: Bool { host == "nasa.gov" || host.hasSuffix(".nasa.gov") }
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
