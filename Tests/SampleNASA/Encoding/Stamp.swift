/// Makes a picture of one day only: a comment that names the day, and filling up to a wanted size, all in places every
/// reader of the format skips.
struct Stamp {
    let comment: String
    let seed: UInt64
    /// The file's wanted size; a larger picture stays as large as it is.
    let size: Int

    func applied(to picture: [UInt8], as format: PictureFormat) -> [UInt8] {
        switch format {
        case .jpeg: return jpeg(picture)
        case .png: return png(picture)
        case .gif: return gif(picture)
        }
    }

    /// Before the scan: readers that look for the picture's size find it ahead of the filling.
    private func jpeg(_ picture: [UInt8]) -> [UInt8] {
        guard let scan = scanStart(of: picture) else { return picture }
        var added = segment(0xFE, Array(comment.utf8))
        var missing = size - picture.count - added.count
        while missing >= 4 {
            // A rest of less than an empty segment would never fit.
            let most = missing > 65_537 && missing < 65_541 ? 60_000 : min(missing, 65_537)
            added += segment(0xEF, .filling(most - 4, seed: seed &+ UInt64(missing)))
            missing -= most
        }
        return picture.inserting(added, at: scan)
    }

    private func scanStart(of picture: [UInt8]) -> Int? {
        var at = 2
        while at + 4 <= picture.count, picture[at] == 0xFF {
            if picture[at + 1] == 0xDA { return at }
            at += 2 + (Int(picture[at + 2]) << 8) + Int(picture[at + 3])
        }
        return nil
    }

    private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var segment: [UInt8] = [0xFF, marker]
        segment.appendBigEndian(UInt16(payload.count + 2))
        return segment + payload
    }

    private func png(_ picture: [UInt8]) -> [UInt8] {
        let end = picture.count - 12
        var added = PNGEncoder.chunk("tEXt", Array("Comment".utf8) + [0] + Array(comment.utf8))
        let missing = size - picture.count - added.count - 12
        if missing >= 0 { added += PNGEncoder.chunk("fiLl", .filling(missing, seed: seed)) }
        return picture.inserting(added, at: end)
    }

    private func gif(_ picture: [UInt8]) -> [UInt8] {
        let end = picture.count - 1
        var added = extensionBlock(Array(comment.utf8))
        let missing = size - picture.count - added.count - 3
        // Of each 256 bytes one is the block's length.
        if missing >= 2 { added += extensionBlock(.filling(missing - (missing + 255) / 256, seed: seed)) }
        return picture.inserting(added, at: end)
    }

    private func extensionBlock(_ payload: [UInt8]) -> [UInt8] { [0x21, 0xFE] + GIFEncoder.blocks(payload) }
}
