import Foundation

@testable import SampleNASA

/// A few paintings in all their sizes. Days share them by hard links, so a wall of thousands of pictures costs little.
struct PaintedWall {
    struct Painting {
        var width: Int
        var height: Int
        /// Files by the width they were painted in.
        var files: [Int: String]
        var original: String { files[width] ?? "" }
    }

    private(set) var paintings: [Painting] = []

    /// - Parameter width: the originals' longer side, in pixels.
    init(in folder: String, count: Int, width: Int) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shapes: [Float] = [1.5, 1.78, 1, 1.33, 0.75, 2.4]
        for number in 0..<count {
            let shape = shapes[number % shapes.count]
            let wide = shape < 1 ? Int(Float(width) * shape) : width
            var painting = Painting(width: wide, height: Int(Float(wide) / shape), files: [:])
            for size in Set([320, 640, 960, 2048, wide]) where size <= wide {
                let raster = Scene(seed: UInt64(number * 7 + 3)).painted(width: size, height: Int(Float(size) / shape))
                let file = "\(folder)/\(number).\(size).jpg"
                try Data(PictureFormat.jpeg.encoded(raster, quality: 85)).write(to: URL(filePath: file))
                painting.files[size] = file
            }
            paintings.append(painting)
        }
    }

    func painting(_ number: Int) -> Painting { paintings[number % paintings.count] }
}
