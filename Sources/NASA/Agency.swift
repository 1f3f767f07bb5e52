/// Who publishes pictures for everybody's use, and therefore needs no label to be free of claims.
enum Agency {
    /// In lower case. Space agencies and observatories give their pictures free for a mention: NASA and the others of the
    /// US government by law, ESA, ESO and the like by their terms. Laboratories and archives stand beside them in credits
    /// of such pictures. Who is missing here is taken for the holder of rights: a claim too many does no harm.
    private static let names: Set<String> = [
        // Agencies.
        "nasa", "esa", "csa", "jaxa", "isas", "isro", "cnsa", "dlr", "cnes", "asi", "noaa", "usgs", "nsf", "doe",
        "roscosmos", "national science foundation", "european space agency",
        // Their centres and laboratories.
        "jpl", "jpl-caltech", "caltech", "gsfc", "goddard", "nasa goddard", "msfc", "jsc", "ksc", "larc", "arc", "ames",
        "nasa's goddard space flight center", "goddard space flight center", "kennedy space center",
        "johnson space center", "nasa's scientific visualization studio", "scientific visualization studio", "svs",
        "apl", "jhuapl", "johns hopkins university applied physics laboratory", "southwest research institute", "swri",
        "msss", "ssi", "space science institute", "asu", "lpl", "ciclops", "esac", "estec", "esoc", "dss",
        // Observatories and the archives of missions.
        "noirlab", "noao", "aura", "eso", "stsci", "hubble", "webb", "hst", "jwst", "cxc", "sao", "chandra", "spitzer",
        "xmm-newton", "sdo", "soho", "stereo", "ipac", "irsa", "wise", "galex", "fermi", "gaia", "dpac", "euclid",
        "alma", "nrao", "aui", "nao", "naoj", "ctio", "kpno", "gemini observatory", "international gemini observatory",
        "hubble heritage", "hubble heritage team", "the hubble heritage team", "hubble heritage project",
        "expedition crew",
    ]

    /// Whether everybody named is one of them, and somebody is.
    static func isAll(of credit: String) -> Bool {
        let named = parts(of: credit)
        return named.contains(where: names.contains)
            && named.allSatisfy { names.contains($0) || groups.contains($0.split(separator: " ").last ?? "") }
    }

    /// What a mission's people call themselves beside their agency.
    private static let groups: Set<Substring> = ["team", "mission", "crew", "consortium"]

    /// Those who are named, in lower case; without what stands in brackets, and without "the".
    private static func parts(of credit: String) -> [String] {
        var depth = 0
        var plain = ""
        for character in credit.lowercased() {
            if character == "(" || character == "[" { depth += 1 }
            if depth == 0 { plain.append(character) }
            if character == ")" || character == "]" { depth -= 1 }
        }
        let marks = plain.replacing(" and ", with: ",").replacing(" & ", with: ",")
        return marks.split { ",;/&|:".contains($0) }.map { part in
            let words = part.split(separator: " ").filter { $0 != "and" }
            return words.joined(separator: " ").trimmingDot
        }.filter { !$0.isEmpty }
    }
}

extension String {
    fileprivate var trimmingDot: String {
        hasSuffix(".") ? String(dropLast()) : self
    }
}
