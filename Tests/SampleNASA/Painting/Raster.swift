/// A painted picture: rows from the top, three bytes (red, green, blue) for each pixel.
struct Raster: Sendable {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }
}
