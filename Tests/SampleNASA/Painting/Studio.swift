/// Paints the files that are asked for, and keeps the last ones within a bound.
final class Studio: Sendable {
    private struct Shelf {
        var files: [String: [UInt8]] = [:]
        /// Least recently used first.
        var order: [String] = []
        var bytes = 0
    }

    private static let bound = 80_000_000
    private let shelf = Guarded(Shelf())

    func original(_ picture: Picture, of day: CalendarDay) -> [UInt8] {
        let name = "\(day.text) \(picture.file) \(picture.revision) \(picture.width)x\(picture.height)"
        let make = { self.stamped(picture, of: day, name: name) }
        // Made from a kept painting it is a mere copy, not worth a place on the shelf.
        return picture.sharedPainting == nil ? kept(name + " \(picture.bytes)", make) : make()
    }

    /// The same picture at most `width` pixels wide.
    func rendition(_ picture: Picture, of day: CalendarDay, width: Int) -> [UInt8] {
        var smaller = picture
        smaller.width = max(1, min(width, picture.width))
        smaller.height = max(1, picture.height * smaller.width / max(1, picture.width))
        smaller.bytes = 0
        let name = "\(day.text) \(picture.file) \(picture.revision) at \(smaller.width)"
        return kept(name) { self.stamped(smaller, of: day, name: name) }
    }

    func film(_ video: Video, of day: CalendarDay) -> [UInt8] {
        let name = "\(day.text) \(video.file) \(video.revision)"
        let seed = Studio.seed(day, video.revision)
        return kept(name + " \(video.bytes)") {
            MP4Writer(width: video.width, height: video.height).written(size: video.bytes, name: name, seed: seed)
        }
    }

    private func stamped(_ picture: Picture, of day: CalendarDay, name: String) -> [UInt8] {
        let seed = Studio.seed(day, picture.revision)
        if let other = OtherFile(suffix: picture.suffix) { return other.written(seed: seed, name: name) }
        let paintingSeed = picture.sharedPainting.map { UInt64($0) &* 977 &+ UInt64(picture.revision) } ?? seed
        let number = "\(paintingSeed) \(picture.format) \(picture.width)x\(picture.height)"
        let paint = {
            let raster = Scene(seed: paintingSeed).painted(width: picture.width, height: picture.height)
            return picture.format.encoded(raster, quality: picture.width < 100 ? 75 : 90)
        }
        let painting = picture.sharedPainting == nil ? kept(number, paint) : Studio.shared(number, paint)
        let stamp = Stamp(comment: "Sample of \(name)", seed: seed, size: picture.bytes)
        return stamp.applied(to: painting, as: picture.format)
    }

    private static func seed(_ day: CalendarDay, _ revision: Int) -> UInt64 {
        var random = Randomness(day: day, purpose: 0x9A1E_7000 &+ UInt64(revision))
        return random.next()
    }

    /// Paintings that many days share are few, and all studios of a process share them: a hundred servers that start
    /// together paint each once, and whoever needs it meanwhile waits for it.
    private static func shared(_ number: String, _ paint: () -> [UInt8]) -> [UInt8] {
        let frame = gallery.withLock { gallery in
            let frame = gallery[number] ?? Guarded([])
            gallery[number] = frame
            return frame
        }
        return frame.withLock { painting in
            if painting.isEmpty { painting = paint() }
            return painting
        }
    }

    private static let gallery = Guarded<[String: Guarded<[UInt8]>]>([:])

    /// Painting is done outside the lock: now and then two threads paint the same, but none waits for another's picture.
    private func kept(_ name: String, _ make: () -> [UInt8]) -> [UInt8] {
        let found = shelf.withLock { shelf -> [UInt8]? in
            guard let file = shelf.files[name] else { return nil }
            shelf.order.removeAll { $0 == name }
            shelf.order.append(name)
            return file
        }
        if let found { return found }
        let made = make()
        shelf.withLock { shelf in
            guard shelf.files.updateValue(made, forKey: name) == nil else { return }
            shelf.order.append(name)
            shelf.bytes += made.count
            while shelf.bytes > Studio.bound, shelf.order.count > 1 {
                shelf.bytes -= shelf.files.removeValue(forKey: shelf.order.removeFirst())?.count ?? 0
            }
        }
        return made
    }
}
