public import Days
@_spi(_Unicode) internal import Swift

/// A person, a group or an institute that credits name as a maker of pictures.
public struct Maker: Equatable, Sendable {
    /// The name, in its usual form.
    public let name: String
    /// Other forms of the name in credits, the most frequent first.
    public let otherNames: [String]
    /// The days of the pictures, the oldest first.
    public let days: [Day]
}

/// The makers of all pictures by their credits, the most frequent first. Names that differ in case,
/// accents or points are one maker's, and so are the names and abbreviations of an institute.
///
/// Institutes in brackets behind a person are not counted, nor are writers of stories and makers of music.
public struct MakerIndex: Equatable, Sendable {
    public let makers: [Maker]

    /// - Parameter credited: each day once, with its ``names(in:)``.
    public init(_ credited: some Sequence<(day: Day, names: [String])>) {
        var (keys, days): ([NameKey], [[Day]]) = ([], [])
        var places: [NameKey: Int] = [:]
        // Each form of a name with the place of its maker, and how often it occurs.
        var forms: [String: (maker: Int, count: Int)] = [:]
        for (day, names) in credited {
            for name in names {
                let maker: Int
                if let known = forms[name] {
                    maker = known.maker
                } else {
                    let key = Self.key(of: name)
                    maker = places[key] ?? keys.count
                    if maker == keys.count {
                        places[key] = maker
                        keys.append(key)
                        days.append([])
                    }
                }
                forms[name, default: (maker, 0)].count += 1
                if days[maker].last != day { days[maker].append(day) }
            }
        }
        let spellings = Dictionary(grouping: forms, by: \.value.maker)
        makers = keys.indices.map { maker in
            let forms = Self.inOrder((spellings[maker] ?? []).map { (name: $0.key, count: $0.value.count) })
            let name = Self.institutes[keys[maker].text] ?? forms.first ?? keys[maker].text
            return Maker(name: name, otherNames: forms.filter { $0 != name }, days: days[maker].sorted())
        }.sorted { ($1.days.count, $0.name) < ($0.days.count, $1.name) }
    }

    /// - Parameter credits: each day once, with its whole credit.
    public init(_ credits: some Sequence<(day: Day, credit: String)>) {
        self.init(credits.lazy.map { (day: $0.day, names: Self.names(in: $0.credit)) })
    }

    /// The names of a credit's makers of pictures, as they are written. A letter with an accent is always one code point:
    /// pages are compared byte by byte, and must not depend on which of two equal names came first.
    public static func names(in credit: String) -> [String] {
        CreditPart.parts(of: credit).filter { $0.work == .picture }.flatMap(\.names).filter {
            !noMakers.contains(NameKey($0).text)
        }.map { String(String.UnicodeScalarView($0._nfc)) }
    }

    /// The makers with these words in one of their names, compared without case and accents. A maker with exactly this
    /// name is the only one.
    public func makers(named words: [String]) -> [Maker] {
        let wanted = NameKey(words.joined(separator: " "))
        let exact = makers.filter { Self.key(of: $0.name) == Self.key(wanted) }
        if !exact.isEmpty { return exact }
        let parts = wanted.text.split(separator: " ")
        return makers.filter { maker in
            ([maker.name] + maker.otherNames).contains { name in
                let text = NameKey(name).text
                return parts.allSatisfy { text.contains(words: String($0)) }
            }
        }
    }

    /// A name's key; of an institute, that of its usual name.
    private static func key(of name: String) -> NameKey { key(NameKey(name)) }

    private static func key(_ key: NameKey) -> NameKey { aliases[key.text] ?? key }

    /// The forms of a name: those with accents first, since plain letters lose some, then the most frequent.
    private static func inOrder(_ forms: [(name: String, count: Int)]) -> [String] {
        forms.sorted { first, second in
            let accents = (first.name.utf8.contains { $0 >= 0x80 }, second.name.utf8.contains { $0 >= 0x80 })
            if accents.0 != accents.1 { return accents.0 }
            return (second.count, first.name) < (first.count, second.name)
        }.map(\.name)
    }

    /// Words that stand between commas in credits and name nobody.
    private static let noMakers: Set<String> = [
        "unknown", "jr", "sr", "inc", "ltd", "llc", "phd", "usa", "team", "members", "data", "image", "images",
        "processing", "al", "et al", "ii", "iii",
    ]

    /// Institutes by the usual form of their names, each with its other forms in credits.
    private static let forms: [String: [String]] = [
        "NASA": ["National Aeronautics and Space Administration"],
        "ESA": ["European Space Agency"],
        "CSA": ["Canadian Space Agency"],
        "JAXA": ["Japan Aerospace Exploration Agency"],
        "DLR": ["German Aerospace Center"],
        "NOAA": ["National Oceanic and Atmospheric Administration"],
        "NSF": ["National Science Foundation"],
        "USGS": ["U.S. Geological Survey", "US Geological Survey", "United States Geological Survey"],
        "STScI": ["Space Telescope Science Institute", "Space Telescope Scientific Institute"],
        "Hubble": ["HST", "Hubble Space Telescope"],
        "Webb": ["JWST", "James Webb Space Telescope", "Webb Space Telescope"],
        "Hubble Heritage Team": ["Hubble Heritage", "Hubble Heritage Project"],
        "JPL": ["JPL-Caltech", "Jet Propulsion Laboratory", "Jet Propulsion Lab", "NASA JPL", "NASA's JPL"],
        "GSFC": [
            "Goddard", "NASA Goddard", "NASA GSFC", "NASA's GSFC", "Goddard Space Flight Center",
            "NASA's Goddard Space Flight Center", "NASA Goddard Space Flight Center",
        ],
        "SVS": ["Scientific Visualization Studio", "NASA's Scientific Visualization Studio", "NASA SVS"],
        "KSC": ["Kennedy Space Center", "NASA KSC"],
        "JSC": ["Johnson Space Center", "NASA JSC"],
        "MSFC": ["Marshall Space Flight Center", "NASA MSFC"],
        "MSSS": ["Malin Space Science Systems"],
        "SSI": ["Space Science Institute"],
        "SwRI": ["Southwest Research Institute", "Southwest Research Inst."],
        "APL": ["JHUAPL", "JHU APL", "Johns Hopkins University Applied Physics Laboratory"],
        "CXC": ["Chandra X-ray Center"],
        "ESO": ["European Southern Observatory"],
        "NAOJ": ["National Astronomical Observatory of Japan"],
        "NOAO": ["National Optical Astronomy Observatory", "National Optical Astronomy Observatories"],
        "NRAO": ["National Radio Astronomy Observatory"],
        "AAO": ["Anglo-Australian Observatory"],
        "AATB": ["Anglo-Australian Telescope Board"],
        "Hubble Legacy Archive": ["HLA"],
        "SDO": ["Solar Dynamics Observatory"],
        "SOHO": ["SOHO Project", "SOHO Consortium"],
        "SDSS": ["Sloan Digital Sky Survey"],
        "DSS": ["Digitized Sky Survey"],
        "TWAN": ["The World at Night"],
    ]

    /// The usual form by its key.
    private static let institutes: [String: String] = Dictionary(
        uniqueKeysWithValues: forms.keys.map { (NameKey($0).text, $0) })

    /// The key of the usual form by the other forms' keys.
    private static let aliases: [String: NameKey] = Dictionary(
        forms.flatMap { name, others in others.map { (NameKey($0).text, NameKey(name)) } },
        uniquingKeysWith: { first, _ in first })
}
