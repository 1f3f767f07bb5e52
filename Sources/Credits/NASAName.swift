/// Names in credits that mean NASA: the agency itself, its centers, and what is wholly a mission or program of its own.
///
/// Works of the US government have no copyright in the United States, and so NASA asks for a mention only. The
/// Jet Propulsion Laboratory is run by Caltech, a contractor, whose works a law does not free; but NASA's guidelines for
/// its media and the laboratory's own policy treat "NASA/JPL-Caltech" as NASA's, so the name counts here, and "Caltech"
/// alone does not. Other contractors and partners do not count, however often they stand beside NASA: ESA, CSA, JAXA,
/// STScI and AURA, the Chandra center (CXC, SAO), MSSS, SSI, SwRI, APL, universities. Nor do crews of the
/// Space Station, with astronauts of other agencies, and teams of cameras that universities run.
/// A telescope that NASA built with partners counts where the credit names none of them.
enum NASAName {
    /// Whether the name means NASA or something of NASA's.
    static func isNASAs(_ name: String) -> Bool {
        let key = NameKey(name).text
        if agencyAndCenters.contains(key) { return true }
        var words = key.split(separator: " ").map(String.init)
        if words.starts(with: ["crew", "of"]) { words.removeFirst(2) }
        // "NASA's" has lost its apostrophe in the key.
        while let first = words.first, ["nasa", "nasas", "jpl"].contains(first), words.count > 1 { words.removeFirst() }
        let whole = words.joined(separator: " ")
        while let last = words.last, words.count > 1, groups.contains(last) || last.isMissionNumber {
            words.removeLast()
        }
        let mission = words.joined(separator: " ")
        return [whole, mission].contains { agencyAndCenters.contains($0) || missions.contains($0) }
    }

    /// Whether the name is the agency's own, or a center's together with it: `NASA`, `NASA/GSFC`, `NASA Goddard`.
    static func isAgency(_ name: String) -> Bool {
        let key = NameKey(name).text
        return ["nasa", "nasas"].contains(key.prefix { $0 != " " })
            || key == "national aeronautics and space administration"
    }

    private static let agencyAndCenters: Set<String> = [
        "nasa", "national aeronautics and space administration", "nasa hq", "hq", "headquarters",
        "jpl", "jpl caltech", "jet propulsion laboratory", "jet propulsion lab",
        "gsfc", "goddard", "goddard space flight center", "gsfc scientific visualization studio",
        "msfc", "marshall", "marshall space flight center", "jsc", "johnson", "johnson space center", "ksc",
        "kennedy space center", "larc", "langley", "langley research center", "arc", "ames", "ames research center",
        "grc", "glenn", "glenn research center", "lerc", "lewis research center", "stennis", "stennis space center",
        "armstrong", "dryden", "armstrong flight research center", "dryden flight research center", "wallops",
        "wallops flight facility",
        "svs", "scientific visualization studio", "conceptual image lab", "earth observatory", "visible earth", "nssdc",
        "national space science data center", "heasarc", "compton gamma ray observatory science support center",
        "imaging radar", "eyes on the solar system",
    ]

    private static let missions: Set<String> = [
        "apollo", "gemini program", "mercury program", "skylab", "space shuttle", "sts",
        "voyager", "viking", "mariner", "pioneer", "galileo", "magellan", "ranger", "surveyor", "lunar orbiter",
        "explorer", "mars pathfinder", "pathfinder", "sojourner", "mars global surveyor", "mgs",
        "mars exploration", "mer", "mars odyssey", "mars reconnaissance orbiter", "mro", "mola", "spirit",
        "opportunity", "curiosity", "curiosity mars", "mars science laboratory", "perseverance", "perseverance mars",
        "mars 2020", "ingenuity", "ingenuity mars helicopter", "stardust", "genesis", "deep impact", "deep space 1",
        "dawn", "juno", "new horizons", "messenger", "near", "lunar prospector", "lunar reconnaissance orbiter", "lro",
        "grail", "ladee", "lcross", "osiris rex", "dart", "lucy", "psyche", "europa clipper", "parker solar probe",
        "insight", "phoenix", "artemis", "orion",
        "hubble space telescope", "hst", "hubble", "wfpc2", "spitzer", "spitzer space telescope",
        "chandra", "chandra x ray observatory", "compton gamma ray observatory", "cgro", "batse", "cobe",
        "cosmic background explorer", "cobe dmr", "dmr", "dirbe", "firas", "wmap", "wmap science", "kepler", "tess",
        "wise", "neowise", "galex", "swift", "nustar", "rxte", "fuse", "uit", "ultraviolet imaging telescope", "kao",
        "kuiper airborne observatory", "sdo", "solar dynamics observatory", "stereo", "iris", "polar", "image", "gro",
        "terra", "terra satellite", "aqua", "modis", "seawifs", "trace",
    ]

    /// Words behind the name of a mission.
    private static let groups: Set<String> = [
        "team", "project", "mission", "crew", "program", "programme", "science", "rover", "spacecraft", "astronauts",
    ]
}

extension String {
    /// Whether a word counts missions of one name: `17` of Apollo, `VII`, and `61a` of the space shuttle.
    fileprivate var isMissionNumber: Bool {
        (first?.isNumber ?? false) && count <= 4 || !isEmpty && allSatisfy { "ivx".contains($0) }
    }
}
