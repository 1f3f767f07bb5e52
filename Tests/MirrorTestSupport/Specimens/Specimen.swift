import Testing

@testable import Pictures

/// A small file, made by hand from its format's description, and where it ends.
struct Specimen: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: PictureFacts
    var bytes: [UInt8]
    /// Whatever lies behind the format's own end.
    var behind: [UInt8] = []

    init(_ name: String, _ format: PictureFormat, _ width: Int?, _ height: Int?, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        facts = PictureFacts(format: format)
        if let width, let height { facts.size = PixelSize(width: width, height: height) }
    }

    func followed(by behind: [UInt8], _ words: String) -> Specimen {
        var copy = self
        copy.name += words
        copy.behind = behind
        return copy
    }

    var testDescription: String { name }

    static let all = jpegs + pngs + gifs + webPs + tiffs + videos
}

func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }
func little16(_ value: Int) -> [UInt8] { big16(value).reversed() }
func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }
/// Bytes one after another. A long sum of arrays takes a compiler long to understand, or it gives up.
func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
