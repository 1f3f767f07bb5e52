internal import JSON

extension Entry {
    /// Reads a record that was kept as its server sent it; `nil` where it is none of that API's, or has no date.
    ///
    /// - Parameters:
    ///   - source: the name of the API whose shape the record has.
    ///   - base: the address of the server, which relative addresses in the record are relative to.
    public init?(record: [UInt8], source: String, base: String) {
        guard var records = JSONRecords(record, keys: SourceAnswer.keys, most: 1), !records.isList,
            let json = records.next()
        else { return nil }
        let base = WebAddress(base)
        let candidate: Candidate? =
            switch APIShape(rawValue: source) {
            case .apodBasic: Candidate(apodBasic: json, base: base)
            case .planetary: Candidate(planetary: json, base: base)
            case nil: nil
            }
        guard let candidate else { return nil }
        self = candidate.entry
        self.record = record
    }

    /// The name of the API whose shape a record has; `nil` for a record that does not show it.
    public static func source(ofRecord record: [UInt8]) -> String? {
        guard var records = JSONRecords(record, keys: SourceAnswer.keys, most: 1), !records.isList,
            let json = records.next()
        else { return nil }
        return APIShape(of: json)?.rawValue
    }

    /// Reads a record that somebody kept, of whichever API it is; `nil` where it is of neither.
    ///
    /// - Parameter source: the server that the mirror asks; records of its API are taken to be of that server.
    public init?(keptRecord record: [UInt8], source: some EntrySource) {
        let shape = Self.source(ofRecord: record).flatMap(APIShape.init) ?? .planetary
        let publicBase = shape == .apodBasic ? APODBasic.publicBase : PlanetaryAPOD.publicBase
        let base = shape.rawValue == source.name ? source.address : publicBase
        self.init(record: record, source: shape.rawValue, base: base)
        recordOrigin = Origin(source: shape.rawValue, base: base)
    }

    /// The reason to disbelieve the entry by itself; `nil` without one.
    public var doubt: String? { Suspicion.reason(against: self) }

    /// Whether the entry names neither a picture nor where to see one.
    public var namesNothing: Bool {
        switch media {
        case .placeholder, .unnamed, .none: true
        case .picture(let original, let rendition, let preview): original == nil && rendition == nil && preview == nil
        case .hostedVideo, .elsewhere: false
        }
    }
}
