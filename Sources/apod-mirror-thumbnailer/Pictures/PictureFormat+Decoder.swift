internal import Pictures

extension PictureFormat {
    /// Those that are decoded. A video is not, by whatever library.
    static let decoded = allCases.filter { !$0.isVideo }

    /// GraphicsMagick's name of the decoder.
    var decoderName: String { rawValue.uppercased() }
}
