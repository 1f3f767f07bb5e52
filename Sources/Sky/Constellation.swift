/// The 88 constellations, as the International Astronomical Union names them.
public enum Constellation {
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
