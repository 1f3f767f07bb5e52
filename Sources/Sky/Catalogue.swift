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

/// The numbers of Messier's objects in the New General Catalogue and its index, 110 in his order: as Dreyer (1888,
/// 1895, 1908) gives them himself, with M102 taken for NGC 5866 and M91 for NGC 4548, as is usual today (Students for
/// the Exploration and Development of Space, "The Messier Catalog").
enum Messier {
    private static let ngc = [
        1952, 7089, 5272, 6121, 5904, 6405, 6475, 6523, 6333, 6254, 6705, 6218, 6205, 6402, 7078, 6611, 6618, 6613,
        6273,
        6514, 6531, 6656, 6494, 0, 0, 6694, 6853, 6626, 6913, 7099, 224, 221, 598, 1039, 2168, 1960, 2099, 1912, 7092,
        0,
        2287, 1976, 1982, 2632, 0, 2437, 2422, 2548, 4472, 2323, 5194, 7654, 5024, 6715, 6809, 6779, 6720, 4579, 4621,
        4649, 4303, 6266, 5055, 4826, 3623, 3627, 2682, 4590, 6637, 6681, 6838, 6981, 6994, 628, 6864, 650, 1068, 2068,
        1904, 6093, 3031, 3034, 5236, 4374, 4382, 4406, 4486, 4501, 4552, 4569, 4548, 6341, 2447, 4736, 3351, 3368,
        3587,
        4192, 4254, 4321, 5457, 5866, 581, 4594, 3379, 4258, 6171, 3556, 3992, 205,
    ]
    private static let ic = [24: 4715, 25: 4725]
    /// The Pleiades have a number only in Melotte's list of clusters.
    private static let melotte = [45: 22]

    /// The same object in another catalogue; `nil` for M40, which is two stars.
    static func other(_ number: Int) -> SkyObject? {
        guard ngc.indices.contains(number - 1) else { return nil }
        if ngc[number - 1] > 0 { return .numbered(.ngc, ngc[number - 1]) }
        if let ic = ic[number] { return .numbered(.ic, ic) }
        return melotte[number].map { .numbered(.melotte, $0) }
    }

    /// The Messier numbers of objects in other catalogues.
    static let numbers: [SkyObject: Int] = {
        var numbers: [SkyObject: Int] = [:]
        for number in 1...ngc.count { if let other = other(number) { numbers[other] = number } }
        // M76 is one object to Messier and two to Dreyer.
        numbers[.numbered(.ngc, 651)] = 76
        return numbers
    }()
}
