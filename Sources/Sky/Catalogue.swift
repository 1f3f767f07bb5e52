/// A list of objects in the sky that are called by their numbers in it.
public enum Catalogue: Int, CaseIterable, Comparable, Sendable {
    case messier, ngc, ic, sharpless, barnard, abell, arp, ugc, lynds, lyndsBright, vanDenBergh, rcw, gum, hickson,
        herbigHaro
    case melotte, collinder, simeis

    /// The form in which the catalogue's name is written here, up to the number.
    var prefix: String {
        switch self {
        case .messier: "M"
        case .ngc: "NGC "
        case .ic: "IC "
        case .sharpless: "Sh2-"
        case .barnard: "Barnard "
        case .abell: "Abell "
        case .arp: "Arp "
        case .ugc: "UGC "
        case .lynds: "LDN "
        case .lyndsBright: "LBN "
        case .vanDenBergh: "vdB "
        case .rcw: "RCW "
        case .gum: "Gum "
        case .hickson: "Hickson "
        case .herbigHaro: "HH "
        case .melotte: "Melotte "
        case .collinder: "Collinder "
        case .simeis: "Simeis "
        }
    }

    /// The words that authors write in front of the number.
    var words: [String] {
        switch self {
        case .messier: ["M", "Messier"]
        case .sharpless: ["Sharpless"]
        case .hickson: ["Hickson", "HCG"]
        case .vanDenBergh: ["vdB", "VdB"]
        case .collinder: ["Collinder", "Cr"]
        case .melotte: ["Melotte", "Mel"]
        default: [String(prefix.dropLast())]
        }
    }

    /// The number of objects in the catalogue; a larger number names none.
    var count: Int {
        switch self {
        case .messier: 110
        case .ngc: 7_840
        case .ic: 5_386
        case .sharpless: 313
        case .barnard: 370
        case .abell: 4_076
        case .arp: 338
        case .ugc: 12_921
        case .lynds: 1_802
        case .lyndsBright: 1_125
        case .vanDenBergh: 158
        case .rcw: 182
        case .gum: 85
        case .hickson: 100
        case .herbigHaro: 1_200
        case .melotte: 245
        case .collinder: 471
        case .simeis: 306
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
