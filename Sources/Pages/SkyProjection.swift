internal import Glibc
internal import Sky

/// Hammer's projection of the whole sky, which keeps areas: an ellipse twice as wide as high. As in the sky, right ascension
/// grows to the left.
enum SkyProjection {
    /// The right ascension in the middle. The ellipse is cut at 15 hours, where fewest objects are.
    static let middle = 45.0
    static let halfWidth = 707.1
    static let halfHeight = 353.6

    /// A point of the map, in tenths of its units: a hundredth of a degree is less.
    struct Point: Equatable {
        var x: Int
        var y: Int
    }

    static func point(_ place: SkyPlace) -> Point {
        point(longitude: longitude(place), latitude: place.declination)
    }

    /// The degrees from the middle to a place, eastwards: -180 up to 180.
    static func longitude(_ place: SkyPlace) -> Double {
        let angle = (place.rightAscension - middle).truncatingRemainder(dividingBy: 360)
        return angle < -180 ? angle + 360 : angle >= 180 ? angle - 360 : angle
    }

    static func point(longitude: Double, latitude: Double) -> Point {
        let (half, latitude) = (longitude / 2 * .pi / 180, latitude * .pi / 180)
        let scale = halfWidth / (1 + cos(latitude) * cos(half)).squareRoot()
        let (x, y) = (-scale * cos(latitude) * sin(half), -scale / 2 * sin(latitude))
        return Point(x: Int((10 * x).rounded()), y: Int((10 * y).rounded()))
    }

    /// Lines between places, cut in two where they leave the map at one side and come in at the other.
    static func lines(_ places: [SkyPlace]) -> [[Point]] {
        var lines: [[Point]] = [[]]
        var last: (longitude: Double, latitude: Double)?
        for place in places {
            let here = (longitude: longitude(place), latitude: place.declination)
            if let last, abs(here.longitude - last.longitude) > 180 {
                let side = last.longitude < 0 ? -180.0 : 180
                let (before, after) = (abs(side - last.longitude), 180 - abs(here.longitude))
                let part = before + after > 0 ? before / (before + after) : 0
                let latitude = last.latitude + part * (here.latitude - last.latitude)
                lines[lines.count - 1].append(point(longitude: side, latitude: latitude))
                lines.append([point(longitude: -side, latitude: latitude)])
            }
            lines[lines.count - 1].append(point(longitude: here.longitude, latitude: here.latitude))
            last = here
        }
        return lines
    }

    /// The parts of a polygon on both sides of the cut. A polygon goes around neither pole.
    static func polygons(_ places: [SkyPlace]) -> [[Point]] {
        // Longitudes go on beyond 180 degrees here, so that the polygon is whole.
        var whole: [(longitude: Double, latitude: Double)] = []
        for place in places {
            var here = longitude(place)
            if let last = whole.last?.longitude {
                while here - last > 180 { here -= 360 }
                while last - here > 180 { here += 360 }
            }
            whole.append((here, place.declination))
        }
        return [-360.0, 0, 360].compactMap { turn in
            let turned = whole.map { (longitude: $0.longitude + turn, latitude: $0.latitude) }
            let inside = clip(clip(turned, at: -180, keepsGreater: true), at: 180, keepsGreater: false)
            return inside.count > 2 ? inside.map { point(longitude: $0.longitude, latitude: $0.latitude) } : nil
        }
    }

    private static func clip(
        _ polygon: [(longitude: Double, latitude: Double)], at side: Double, keepsGreater: Bool
    ) -> [(longitude: Double, latitude: Double)] {
        var kept: [(longitude: Double, latitude: Double)] = []
        for (place, here) in polygon.enumerated() {
            let last = polygon[place == 0 ? polygon.count - 1 : place - 1]
            let isIn = keepsGreater ? here.longitude >= side : here.longitude <= side
            let wasIn = keepsGreater ? last.longitude >= side : last.longitude <= side
            if isIn != wasIn {
                let part = (side - last.longitude) / (here.longitude - last.longitude)
                kept.append((side, last.latitude + part * (here.latitude - last.latitude)))
            }
            if isIn { kept.append(here) }
        }
        return kept
    }
}
