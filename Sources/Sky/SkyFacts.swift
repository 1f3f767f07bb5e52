/// Facts about an object that has a place in the sky.
public struct SkyFacts: Equatable, Sendable {
    public var place: SkyPlace
    /// `nil` where catalogues do not say.
    public var kind: SkyKind?
    /// The index of the constellation in ``Constellation/all``.
    private var constellationIndex: UInt8
    /// The distance in light-years, to two figures; `nil` where it is not known.
    public var distance: Int?

    init(place: SkyPlace, kind: SkyKind?, constellationIndex: Int, distance: Int?) {
        self.place = place
        self.kind = kind
        self.constellationIndex = UInt8(constellationIndex)
        self.distance = distance
    }

    /// The constellation in whose borders the place is.
    public var constellation: Constellation { Constellation.all[Int(constellationIndex)] }

    /// `about 2.5 million light-years away`
    public var distanceInWords: String? {
        guard let distance else { return nil }
        return "about \(Self.inWords(distance)) light-years away"
    }

    private static func inWords(_ distance: Int) -> String {
        for (unit, name) in [(1_000_000_000, "billion"), (1_000_000, "million")] where distance >= unit {
            let tenths = (distance * 10 + unit / 2) / unit
            return tenths % 10 == 0 || tenths >= 100
                ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
        }
        guard distance >= 1_000 else { return "\(distance)" }
        let rest = "\(distance % 1_000)"
        return "\(distance / 1_000),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// `galaxy in Andromeda, about 2.5 million light-years away`
    public var inWords: String {
        let kind = kind.map { "\($0.name) in \(constellation.name)" } ?? "in \(constellation.name)"
        return [kind, distanceInWords].compactMap(\.self).joined(separator: ", ")
    }
}

/// The kinds of objects, as `objects.tsv` names them.
public enum SkyKind: String, CaseIterable, Sendable {
    case galaxy, galaxies, galaxyCluster, quasar
    case stars, starCluster, openCluster, globularCluster, association, starCloud
    case nebula, planetaryNebula, darkNebula, reflectionNebula, emissionNebula, nebulaWithCluster, supernovaRemnant,
        molecularCloud

    /// The kind in words: `globular cluster`.
    public var name: String {
        switch self {
        case .galaxy: "galaxy"
        case .galaxies: "group of galaxies"
        case .galaxyCluster: "cluster of galaxies"
        case .quasar: "quasar"
        case .stars: "stars"
        case .starCluster: "star cluster"
        case .openCluster: "open cluster"
        case .globularCluster: "globular cluster"
        case .association: "stellar association"
        case .starCloud: "star cloud"
        case .nebula: "nebula"
        case .planetaryNebula: "planetary nebula"
        case .darkNebula: "dark nebula"
        case .reflectionNebula: "reflection nebula"
        case .emissionNebula: "emission nebula"
        case .nebulaWithCluster: "nebula with a cluster"
        case .supernovaRemnant: "supernova remnant"
        case .molecularCloud: "molecular cloud"
        }
    }
}
