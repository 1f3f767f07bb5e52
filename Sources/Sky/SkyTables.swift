/// The tables of the sky, which `Sources/sky-tables/make` makes. They say nothing that is not in those files.
enum SkyTables {
    /// The facts of objects, by ``SkyObject/code``.
    static let objects: [Int: SkyFacts] = {
        let catalogues = Dictionary(uniqueKeysWithValues: Catalogue.allCases.map { ($0.prefix, $0) })
        let constellations = Dictionary(uniqueKeysWithValues: zip(Constellation.abbreviations, 0...))
        var objects: [Int: SkyFacts] = [:]
        for line in lines(PackageResources.objects_tsv) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 4, let name = fields.first, let constellation = constellations[String(fields[3])],
                let rightAscension = Double(fields[1]), let declination = Double(fields[2])
            else { continue }
            guard let last = name.lastIndex(where: { !$0.isNumber }), let catalogue = catalogues[String(name[...last])],
                let number = Int(name[last...].dropFirst())
            else { continue }
            objects[SkyObject.numbered(catalogue, number).code] = SkyFacts(
                place: SkyPlace(rightAscension: rightAscension, declination: declination),
                kind: fields.count > 4 ? SkyKind(rawValue: String(fields[4])) : nil,
                constellationIndex: constellation, distance: fields.count > 5 ? Int(fields[5]) : nil)
        }
        return objects
    }()

    /// The places of names and the lines of constellations, by their abbreviations.
    static var figures: [String: (place: SkyPlace, lines: [[SkyPlace]])] {
        var figures: [String: (place: SkyPlace, lines: [[SkyPlace]])] = [:]
        for line in lines(PackageResources.figures_txt) {
            let fields = line.split(separator: "\t")
            guard fields.count > 1, let place = places(fields[1]).first else { continue }
            figures[String(fields[0])] = (place, fields.dropFirst(2).map(places))
        }
        return figures
    }

    /// The outline of the Milky Way and of the Magellanic Clouds, in polygons that touch each other.
    static var milkyWay: [[SkyPlace]] { lines(PackageResources.milkyway_txt).map(places) }

    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Reads `83.6 22.0,84.4 21.1`.
    private static func places(_ text: Substring) -> [SkyPlace] {
        text.split(separator: ",").compactMap { pair in
            let numbers = pair.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 2 else { return nil }
            return SkyPlace(rightAscension: numbers[0], declination: numbers[1])
        }
    }
}

/// The outline of the Milky Way.
public enum MilkyWay {
    /// Polygons that touch each other.
    public static var outline: [[SkyPlace]] { SkyTables.milkyWay }
}

extension SkyObject {
    /// The facts of the object; `nil` for a constellation, and for an object whose place is not known here.
    public var facts: SkyFacts? {
        switch self {
        case .numbered: SkyTables.objects[canonical.code]
        case .constellation: nil
        }
    }

    /// The constellation that this is.
    public var constellation: Constellation? {
        guard case .constellation = self, Constellation.all.indices.contains(code) else { return nil }
        return Constellation.all[code]
    }

    /// The place of the object, or of a constellation's name.
    public var place: SkyPlace? { facts?.place ?? constellation?.place }
}
