/// One of the 88 constellations, as the International Astronomical Union names them.
public struct Constellation: Hashable, Sendable {
    public var name: String
    /// `Ori`
    public var abbreviation: String
    /// The place of its name on a map.
    public var place: SkyPlace
    /// Its lines on a map, each from star to star.
    public var lines: [[SkyPlace]]

    /// The constellations in the order of their names.
    public static let all: [Constellation] = {
        let figures = SkyTables.figures
        return zip(names, abbreviations).map { name, abbreviation in
            let figure = figures[abbreviation]
            return Constellation(
                name: name, abbreviation: abbreviation,
                place: figure?.place ?? SkyPlace(rightAscension: 0, declination: 0), lines: figure?.lines ?? [])
        }
    }()

    static let names = [
        "Andromeda", "Antlia", "Apus", "Aquarius", "Aquila", "Ara", "Aries", "Auriga", "Boötes", "Caelum",
        "Camelopardalis",
        "Cancer", "Canes Venatici", "Canis Major", "Canis Minor", "Capricornus", "Carina", "Cassiopeia", "Centaurus",
        "Cepheus", "Cetus", "Chamaeleon", "Circinus", "Columba", "Coma Berenices", "Corona Australis",
        "Corona Borealis",
        "Corvus", "Crater", "Crux", "Cygnus", "Delphinus", "Dorado", "Draco", "Equuleus", "Eridanus", "Fornax",
        "Gemini",
        "Grus", "Hercules", "Horologium", "Hydra", "Hydrus", "Indus", "Lacerta", "Leo", "Leo Minor", "Lepus", "Libra",
        "Lupus", "Lynx", "Lyra", "Mensa", "Microscopium", "Monoceros", "Musca", "Norma", "Octans", "Ophiuchus", "Orion",
        "Pavo", "Pegasus", "Perseus", "Phoenix", "Pictor", "Pisces", "Piscis Austrinus", "Puppis", "Pyxis", "Reticulum",
        "Sagitta", "Sagittarius", "Scorpius", "Sculptor", "Scutum", "Serpens", "Sextans", "Taurus", "Telescopium",
        "Triangulum", "Triangulum Australe", "Tucana", "Ursa Major", "Ursa Minor", "Vela", "Virgo", "Volans",
        "Vulpecula",
    ]

    /// The abbreviations of ``names``, in their order.
    static let abbreviations: [String] =
        """
        And Ant Aps Aqr Aql Ara Ari Aur Boo Cae Cam Cnc CVn CMa CMi Cap Car Cas Cen Cep Cet Cha Cir Col Com CrA CrB Crv Crt \
        Cru Cyg Del Dor Dra Equ Eri For Gem Gru Her Hor Hya Hyi Ind Lac Leo LMi Lep Lib Lup Lyn Lyr Men Mic Mon Mus Nor Oct \
        Oph Ori Pav Peg Per Phe Pic Psc PsA Pup Pyx Ret Sge Sgr Sco Scl Sct Ser Sex Tau Tel Tri TrA Tuc UMa UMi Vel Vir Vol Vul
        """.split(separator: " ").map(String.init)

    /// Names that also mean a spacecraft, an observatory, a moon, a cluster of galaxies or something on the ground.
    /// They are recognised only beside the word constellation.
    static let ambiguous: Set<String> = [
        "Andromeda", "Ara", "Cancer", "Carina", "Columba", "Crater", "Crux", "Cygnus", "Dorado", "Fornax", "Gemini",
        "Hercules", "Hydra", "Indus", "Leo", "Libra", "Lynx", "Mensa", "Norma", "Orion", "Perseus", "Phoenix", "Pictor",
        "Sculptor", "Taurus", "Vela", "Virgo",
    ]

    /// Other spellings of constellations in stories.
    static let spellings = ["Bootes": "Boötes", "Scorpio": "Scorpius", "Capricorn": "Capricornus"]
}
