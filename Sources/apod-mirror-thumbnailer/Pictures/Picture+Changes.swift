internal import CGraphicsMagick
internal import Pictures

extension Picture {
    func shrunk(to size: PixelSize) throws -> Picture {
        if size == self.size { return self }
        return try Shrinking(self, to: size).picture()
    }

    /// The perceptual hash; `nil` for a picture that is too small, or in which there is too little to see.
    func hash() throws -> PerceptualHash? {
        guard min(size.width, size.height) >= PerceptualHash.side else { return nil }
        return PerceptualHash(
            grey: try Shrinking(self, to: PixelSize(width: PerceptualHash.side, height: PerceptualHash.side)).grey)
    }

    /// The first frame of a GIF may fill a part of the canvas only; what it leaves free is transparent.
    func onItsCanvas() throws -> Picture {
        let page = image.pointee.page
        guard page.width > 0, page.height > 0 else { return self }
        let canvas = PixelSize(
            width: max(Int(page.width), Int(page.x) + size.width),
            height: max(Int(page.height), Int(page.y) + size.height))
        guard canvas != size else { return self }
        guard canvas.isSensible, canvas.pixels <= PictureHeader.mostPixels else { throw TooLarge() }
        let whole = try changed { CloneImage($0, UInt(canvas.width), UInt(canvas.height), 1, $1) }
        whole.image.pointee.matte = 1
        SetImage(whole.image, UInt16.max)
        CompositeImage(whole.image, CopyCompositeOp, image, Int(page.x), Int(page.y))
        whole.image.pointee.page = RectangleInfo()
        return whole
    }

    func upright(_ orientation: Orientation) throws -> Picture {
        if orientation == .upright { return self }
        return try changed { AutoOrientImage($0, OrientationType(rawValue: UInt32(orientation.rawValue)), $1) }
    }

    /// The colour profile; `nil` where there is none, or where it is sRGB, which programs assume anyway.
    var profile: [UInt8]? {
        var length = 0
        guard let bytes = GetImageProfile(image, "ICM", &length) else { return nil }
        let profile = [UInt8](UnsafeBufferPointer(start: bytes, count: length))
        return ColourProfile.isSRGB(profile) ? nil : profile
    }

    /// Converts CMYK and Lab to screens' colours: by the picture's own profile, else by the simple rule.
    func leaveOtherColours() throws {
        guard hasOtherColours else { return }
        convertToSRGB()
        DeleteImageProfile(image, "ICM")
        if hasOtherColours { TransformColorspace(image, RGBColorspace) }
        guard !hasOtherColours else { throw BadPicture("its colours cannot be converted") }
    }

    private var hasOtherColours: Bool {
        [CMYKColorspace, LABColorspace].contains(image.pointee.colorspace)
    }

    /// Converts the colours to sRGB and drops the profile. A profile that cannot be used is as good as none.
    func convert(from profile: [UInt8]) {
        SetImageProfile(image, "ICM", profile, profile.count)
        convertToSRGB()
        DeleteImageProfile(image, "ICM")
    }

    private func convertToSRGB() {
        guard profile != nil else { return }
        var sRGB = ColourProfile.sRGB
        ProfileImage(image, "ICM", &sRGB, sRGB.count, 1)
    }
}

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
