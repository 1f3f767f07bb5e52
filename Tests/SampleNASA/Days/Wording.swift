/// Invented titles and texts in the manner of the real ones.
struct Wording {
    private var random: Randomness
    private let day: CalendarDay
    let object: String
    let surname: String

    init(day: CalendarDay) {
        self.day = day
        random = Randomness(day: day, purpose: 0x7E47)
        object = random.pick(Wording.objects)
        surname = random.pick(Wording.surnames)
    }

    /// No four of NASA's days within 25 share a title.
    mutating func title(slot: Int) -> String {
        let title = phrase(slot: slot)
        let known = (1..<25).count { ago in
            var former = Wording(day: CalendarDay(ordinal: day.ordinal - ago))
            return former.phrase(slot: 0) == title
        }
        return title.prefix(1).uppercased() + title.dropFirst() + (known > 2 ? ", Again" : "")
    }

    private mutating func phrase(slot: Int) -> String {
        switch slot {
        case 3: return "Webb's View of \(object)"
        case 9: return "\(object): A Closer Look"
        case 13: return "Comet C/2026 F\(random.next() % 9) (\(surname)) Meets \(object)"
        case 19: return "\u{201C}\(object)\u{201D} and Other Quotations"
        case 25: return "Perseidy nad Valašským Meziříčím – \(object)"
        case 29: return "\(object) at 5:00 a.m."
        case 33:
            return "\(object), Seen on a Moonless Night Through the Thin Dry Air "
                + "of a High Desert Plateau by \(surname) and All of the Neighbors, Once Again"
        case 39: return "What's That? \"\(object)\" | a <Riddle> *"
        case 43: return "Dust & Gas in \(object)"
        case 57: return "Moon over Andromeda"
        default:
            return random.pick([
                "\(object) in Infrared", "The Colors of \(object)", "\(object) and Friends", "Dust Lanes of \(object)",
                "\(object): Cosmic Clouds", "Star Birth near \(object)", "A Halo around \(object)",
            ])
        }
    }

    /// Text and the links in it.
    mutating func explanation() -> (text: String, links: [String: String]) {
        let distance = 1 + random.next() % 12_000
        let width = 2 + random.next() % 300
        let middle = Int(random.next() % UInt64(Wording.middles.count))
        let catalogue = "the constellation \(random.pick(Wording.constellations))"
        let sentences = [
            random.pick([
                "What lights up \(object)?", "Have you ever looked into \(object)?", "This is no ordinary cloud.",
            ]),
            "Some \(distance) light-years away in \(catalogue), \(object) spans about \(width) light-years "
                + "& shines mostly by the glow of hydrogen.",
            Wording.middles[middle], Wording.middles[(middle + 2) % Wording.middles.count],
            "The featured picture is a composite of \(3 + random.next() % 90) exposures taken by \(surname)'s "
                + "\"backyard\" telescope with 5 < f/ratio < 8.",
            random.pick(Wording.ends),
        ]
        let links = [
            catalogue: "https://science.nasa.gov/apod/250916",
            "glow of hydrogen": "https://example.org/h-alpha?a=1&b=2",
        ]
        return (sentences.joined(separator: " "), links)
    }

    mutating func author() -> (name: String, claimsRights: Bool) {
        let first = random.pick(["Ana", "Jiří", "Naoko", "Tomás", "Ingrid", "Kwame", "Lucía", "Petr"])
        let name = "\(first) \(surname)"
        return random.unit() < 0.55 ? (name, true) : ("NASA, ESA, CSA, STScI; Processing: \(name)", false)
    }

    private static let objects = [
        "M64", "NGC 6960", "the Lagoon Nebula", "IC 1805", "Orion", "the Eagle Nebula", "NGC 1300", "the Pleiades",
        "Barnard 33", "the Veil", "M51", "Sharpless 171", "Centaurus A", "the Rosette", "Omega Centauri", "NGC 7635",
    ]
    private static let surnames = [
        "Moreau", "Okafor", "Lindqvist", "Havlíček", "Tanaka", "Ferrante", "Quispe", "Novák", "Osei", "Brandt",
    ]
    private static let constellations = [
        "Cygnus", "Carina", "Monoceros", "Cassiopeia", "Sagittarius", "Perseus", "Ara",
    ]
    private static let middles = [
        "Dark lanes of dust wind through the gas and hide what is being born inside.",
        "Energetic light from massive young stars carves out the ridges seen near the center.",
        "Its outer arms are dotted by pinkish star-forming regions and clusters of blue stars.",
        "A faint shell far outside tells of a merger that happened about a billion years ago.",
        "The brightest stars in view belong to our own galaxy and show the spikes of a mirror mount.",
        "Astronomers are still debating how it got its shape.",
    ]
    private static let ends = [
        "In a few million years little of it will remain.",
        "Look for it in the evening sky this month.",
        "The next pass will come closer, but no one will be there to see it.",
        "Its future is unknown.",
    ]
}
