/// Writes GIFs of one frame in 256 colours.
enum GIFEncoder {
    static func encoded(_ raster: Raster) -> [UInt8] {
        let table = ColourTable(raster)
        var output = Array("GIF89a".utf8)
        output.appendLittleEndian(UInt16(raster.width))
        output.appendLittleEndian(UInt16(raster.height))
        output += [0xF7, 0, 0]
        for index in 0..<256 {
            let colour = index < table.colours.count ? table.colours[index] : SIMD3(repeating: 0)
            output += [colour.x, colour.y, colour.z]
        }
        output += [0x2C, 0, 0, 0, 0]
        output.appendLittleEndian(UInt16(raster.width))
        output.appendLittleEndian(UInt16(raster.height))
        output += [0, 8]
        let indices = stride(from: 0, to: raster.pixels.count, by: 3).map { at in
            table.index(raster.pixels[at], raster.pixels[at + 1], raster.pixels[at + 2])
        }
        return output + blocks(compressed(indices)) + [0x3B]
    }

    /// Sub-blocks of up to 255 bytes, ended by an empty one.
    static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8]()
        output.reserveCapacity(bytes.count + bytes.count / 255 + 2)
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let end = min(start + 255, bytes.count)
            output.append(UInt8(end - start))
            output += bytes[start..<end]
        }
        return output + [0]
    }

    /// LZW with codes of 9 to 12 bits; the dictionary starts afresh when it is full.
    private static func compressed(_ indices: [UInt8]) -> [UInt8] {
        var writer = LowBitsFirst()
        // For each known string and each next byte the code of the longer string, 0 where there is none.
        var children = [UInt16](repeating: 0, count: 4_096 * 256)
        var next: UInt16 = 258
        var width: UInt32 = 9
        writer.write(256, width)
        guard var current = indices.first.map(UInt16.init) else { return [] }
        for index in indices.dropFirst() {
            let slot = Int(current) << 8 | Int(index)
            if children[slot] != 0 {
                current = children[slot]
                continue
            }
            writer.write(current, width)
            if next < 4_096 {
                children[slot] = next
                if next == 1 << width { width += 1 }
                next += 1
            } else {
                writer.write(256, width)
                children = [UInt16](repeating: 0, count: children.count)
                (next, width) = (258, 9)
            }
            current = UInt16(index)
        }
        writer.write(current, width)
        writer.write(257, next == 1 << width && width < 12 ? width + 1 : width)
        return writer.finished()
    }

    private struct LowBitsFirst {
        private var output: [UInt8] = []
        private var pending: UInt32 = 0
        private var count: UInt32 = 0

        mutating func write(_ code: UInt16, _ width: UInt32) {
            pending |= UInt32(code) << count
            count += width
            while count >= 8 {
                output.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }

        mutating func finished() -> [UInt8] {
            if count > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
            return output
        }
    }
}
