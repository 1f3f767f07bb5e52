internal import Pictures

extension PictureFormat {
    /// The formats that are decoded: all but videos, even where a library could decode one.
    static let decoded = allCases.filter { !$0.isVideo }

    /// GraphicsMagick's name of the decoder.
    var decoderName: String { rawValue.uppercased() }
}
