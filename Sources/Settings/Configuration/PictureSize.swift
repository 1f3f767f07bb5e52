/// The size of pictures to fetch.
package enum PictureSize: String, CaseIterable, Sendable {
    /// Byte for byte as published.
    case original
    case wide3840 = "3840"
    case wide1920 = "1920"

    /// The rendition's largest width in pixels.
    package var width: Int? {
        Int(rawValue)
    }
}
