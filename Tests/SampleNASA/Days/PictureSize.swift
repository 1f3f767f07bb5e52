/// How large the pictures are.
public enum PictureSize: Sendable, Hashable {
    /// 20 kB to 25 MB, half of them below 200 kB; each day is painted on its own.
    case varied
    /// One to three kilobytes, for runs over all the years.
    case small
    /// Each of just this many bytes (if that is more than a few thousand), from a few shared paintings.
    case fixed(Int)

    func applied(to picture: Picture, like day: CalendarDay) -> Picture {
        var sized = picture
        var random = Randomness(day: day, purpose: 0x512E)
        switch self {
        case .varied:
            sized.bytes = PictureSize.bytes(like: day, &random)
            // Stored and paletted pixels take more room than a JPEG's.
            let pixels: Int
            switch picture.format {
            case .jpeg: pixels = min(sized.bytes * 5 / 2, 16_000_000)
            case .gif: pixels = min(sized.bytes, 400_000)
            case .png: pixels = min(sized.bytes, 3_000_000) * 10 / 33
            }
            let shape = random.pick([Float(1.5), 1.5, 1.333, 1.778, 1, 0.75, 2.4])
            (sized.width, sized.height) = PictureSize.sides(pixels: pixels, shape: shape)
        case .small:
            (sized.width, sized.height) = picture.format == .jpeg ? (64, 48) : (40, 32)
            sized.bytes = 0
            sized.sharedPainting = Int(random.next() % 24)
        case .fixed(let bytes):
            let pixels = picture.format == .jpeg ? bytes * 2 : bytes * 10 / 40
            (sized.width, sized.height) = PictureSize.sides(pixels: min(pixels, 4_000_000), shape: 1.5)
            sized.bytes = bytes
            sized.sharedPainting = Int(random.next() % 8)
        }
        return sized
    }

    private static func sides(pixels: Int, shape: Float) -> (Int, Int) {
        let height = max(32, Int((Float(pixels) / shape).squareRoot()))
        return (max(32, Int(Float(height) * shape)), height)
    }

    private static func bytes(like day: CalendarDay, _ random: inout Randomness) -> Int {
        switch day.slot {
        case 23: return 25_000_000
        case 53: return 4_000_000
        default:
            let typical = random.pick([20, 45, 80, 120, 160, 190, 200, 230, 280, 360, 500, 900])
            return typical * 1_000 + Int(random.next() % 9_000)
        }
    }
}
