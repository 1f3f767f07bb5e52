package import Belief
internal import Days
internal import JSON
internal import Markup

extension Entry {
    /// Reads a record that was kept as its server sent it; `nil` where it is none of that API's, or has no date.
    ///
    /// - Parameters:
    ///   - source: the name of the API whose shape the record has.
    ///   - base: the address of the server, which relative addresses in the record are relative to.
    public init?(record: [UInt8], source: String, base: String) {
        guard let candidate = Candidate(record: record, source: source, base: base) else { return nil }
        self = candidate.entry
    }

    /// Reads a record that somebody kept, of whichever API it is, or a page; `nil` where it is neither, or is not to be
    /// believed by itself.
    ///
    /// - Parameter source: the server that the mirror asks; records of its API are taken to be of that server.
    public init?(keptRecord record: [UInt8], source: some EntrySource) {
        let shape = Self.source(ofRecord: record) ?? APIShape.planetary.rawValue
        let base =
            switch shape {
            case source.name: source.address
            case OldPage.source: OldPage.base
            default: (APIShape(rawValue: shape) ?? .planetary).publicBase
            }
        guard let candidate = Candidate(record: record, source: shape, base: base), candidate.doubt == nil else {
            return nil
        }
        self = candidate.entry
    }

    /// The name of the API whose shape a record has; `nil` for a record that does not show it.
    public static func source(ofRecord record: [UInt8]) -> String? {
        guard let json = JSONValue(record: record) else { return nil }
        return OldPage.isIn(json) ? OldPage.source : APIShape(of: json)?.rawValue
    }

    /// Cuts off what is a notice of the page's and no words of the day.
    package mutating func cut(_ notice: Notice) {
        let story = notice.cutOff(explanation)
        guard story != explanation else { return }
        if let html = explanationHTML, let start = explanation.offset(of: story) {
            let fragment = Fragment(html).prefix(upTo: start + story.utf8.count).suffix(from: start)
            explanationHTML = fragment.safeHTML().nilIfEmpty
        }
        explanation = story
        ending = nil
    }

    /// Whether the entry names neither a picture nor where to see one.
    public var namesNothing: Bool { media.address == nil }
}

extension Candidate {
    fileprivate init?(record: [UInt8], source: String, base: String) {
        guard let json = JSONValue(record: record) else { return nil }
        if let shape = APIShape(rawValue: source) {
            self.init(json, shape, base: WebAddress(base))
        } else if source == OldPage.source {
            self.init(oldPage: json)
        } else {
            return nil
        }
        (entry.record, entry.recordOrigin) = (record, Entry.Origin(source: source, base: base))
    }
}

extension JSONValue {
    /// The members of a record that are read; `nil` for anything but one object.
    fileprivate init?(record: [UInt8]) {
        guard var records = JSONRecords(record, keys: APIShape.keys, most: 1), !records.isList,
            let json = records.next()
        else { return nil }
        self = json
    }
}
