internal import Days

/// Agencies that publish pictures for everybody's use, and so claim no rights even without a label.
public enum Agency {
    /// The agencies' names in lower case. Space agencies and observatories give their pictures free for a mention: NASA
    /// and others of the US government by law, ESA, ESO and the like by their terms. Laboratories and archives stand
    /// beside them in credits of such pictures. A name missing here is taken for a holder of rights: a claim too many
    /// does no harm.
    private static let names: Set<String> = [
        // Agencies.
        "nasa", "esa", "csa", "jaxa", "isas", "isro", "cnsa", "dlr", "cnes", "asi", "noaa", "usgs", "nsf", "doe",
        "roscosmos", "national science foundation", "european space agency",
        // The agencies' centres and laboratories.
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

    /// Whether all names in the credit are agencies' or groups', and one is an agency's.
    public static func isAll(of credit: String) -> Bool {
        let named = parts(of: credit)
        return named.contains(where: names.contains)
            && named.allSatisfy { names.contains($0) || groups.contains($0.split(separator: " ").last ?? "") }
    }

    /// Words that end the names of groups in a mission, beside their agency.
    private static let groups: Set<Substring> = ["team", "mission", "crew", "consortium"]

    /// The names in the credit, in lower case and without brackets.
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
