/// Colour profiles, in the format of the International Color Consortium.
enum ColourProfile {
    /// Whether the profile is sRGB by its makers' own name, so that pixels look right without it. Nearly all profiles
    /// in the archive are.
    static func isSRGB(_ profile: [UInt8]) -> Bool {
        let name = Array("sRGB IEC61966".utf8)
        let wide: [UInt8] = name.flatMap { [0, $0] as [UInt8] }
        return [name, wide].contains { profile.prefix(4_096).firstRange(of: $0) != nil }
    }

    /// sRGB itself: primaries and white as seen under D50, and the curve that all three share.
    static let sRGB: [UInt8] = {
        let points: [(String, [Double])] = [
            ("wtpt", [0.9642, 1, 0.8249]), ("rXYZ", [0.43607, 0.22249, 0.01392]),
            ("gXYZ", [0.38515, 0.71687, 0.09708]), ("bXYZ", [0.14307, 0.06061, 0.7141]),
        ]
        var table: [(name: String, start: Int, length: Int)] = []
        var data: [UInt8] = []
        let start = 128 + 4 + 7 * 12
        for (name, values) in points {
            let element = text("XYZ ") + long(0) + values.flatMap(fixed)
            table.append((name, start + data.count, element.count))
            data += element
        }
        let curve =
            text("para") + long(0) + [0, 3, 0, 0] + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        for name in ["rTRC", "gTRC", "bTRC"] { table.append((name, start + data.count, curve.count)) }
        data += curve

        var profile = long(start + data.count) + long(0) + long(0x0420_0000) + text("mntrRGB XYZ ")
        // The date of making is arbitrary: 2001-01-01.
        profile += [7, 0xD1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + text("acsp") + [UInt8](repeating: 0, count: 28)
        profile += [0.9642, 1, 0.8249].flatMap(fixed) + [UInt8](repeating: 0, count: 48)
        profile += long(table.count)
        for tag in table { profile += text(tag.name) + long(tag.start) + long(tag.length) }
        return profile + data
    }()

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func long(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A number with 16 bits behind the point.
    private static func fixed(_ number: Double) -> [UInt8] { long(Int((number * 65_536).rounded())) }
}
