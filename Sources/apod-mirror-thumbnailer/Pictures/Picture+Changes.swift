internal import CGraphicsMagick
internal import PictureHeaders
internal import Pictures

extension Picture {
    func shrunk(to size: PixelSize) throws -> Picture {
        if size == self.size { return self }
        return try Shrinking(self, to: size).picture()
    }

    /// The perceptual hash; `nil` for a picture that is too small, or in which there is too little to see.
    func look() throws -> Look? {
        guard min(size.width, size.height) >= Look.side else { return nil }
        return Look(grey: try Shrinking(self, to: PixelSize(width: Look.side, height: Look.side)).grey)
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
