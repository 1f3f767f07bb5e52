internal import Glibc
internal import Sky

/// The map of the whole sky as one SVG: the Milky Way, the ecliptic, the constellations with their names, and a mark for each
/// object that has a place. The script moves it by its `viewBox` alone.
struct SkyMap {
    /// The marked objects, in the order of the script's rows.
    let rows: [SkyPage.Row]

    var html: HTML {
        let (width, height) = (
            Self.tenths(Int(10 * SkyProjection.halfWidth)), Self.tenths(Int(10 * SkyProjection.halfHeight))
        )
        return """
            <svg id="map" viewBox="-720 -366 1440 732" tabindex="0" role="group" \
            aria-label="Map of the sky: arrows move it, plus and minus make it larger and smaller, 0 shows it whole">
            <ellipse class="space" rx="\(width)" ry="\(height)"/>
            <path class="grid" d="\(grid)"/>
            <path class="way" d="\(way)"/>
            <path class="ecliptic" d="\(ecliptic)"><title>The ecliptic, on which Sun and planets go</title></path>
            <path class="figures" d="\(figures)"/>
            <g class="names">\(names)</g>
            <g class="marks">\(marks)</g>
            <g class="labels" aria-hidden="true"></g>
            </svg>
            """
    }

    // MARK: Lines

    /// Every third hour, and every thirtieth degree of declination.
    private var grid: HTML {
        var lines: [[SkyPlace]] = []
        for hour in stride(from: 0.0, to: 24, by: 3) {
            lines.append(
                stride(from: -75.0, through: 75, by: 5).map { SkyPlace(rightAscension: 15 * hour, declination: $0) })
        }
        for declination in stride(from: -60.0, through: 60, by: 30) {
            lines.append(around.map { SkyPlace(rightAscension: $0, declination: declination) })
        }
        return Self.path(lines.flatMap(SkyProjection.lines))
    }

    /// The Sun's way, inclined to the equator by 23.44 degrees.
    private var ecliptic: HTML {
        let (cosine, sine) = (cos(23.4393 * .pi / 180), sin(23.4393 * .pi / 180))
        let places = around.map { degrees in
            let angle = degrees * .pi / 180
            let rightAscension = atan2(sin(angle) * cosine, cos(angle)) * 180 / .pi
            return SkyPlace(rightAscension: rightAscension, declination: asin(sin(angle) * sine) * 180 / .pi)
        }
        return Self.path(SkyProjection.lines(places))
    }

    private var around: [Double] { Array(stride(from: 0.0, through: 360, by: 5)) }

    private var figures: HTML {
        Self.path(Constellation.all.flatMap(\.lines).flatMap(SkyProjection.lines))
    }

    private var way: HTML {
        var html = HTML()
        for polygon in MilkyWay.outline.flatMap(SkyProjection.polygons) { html += "\(Self.path([polygon]))Z" }
        return html
    }

    // MARK: Objects

    private var names: HTML {
        let indices = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.object, $0) })
        var html = HTML()
        for constellation in Constellation.all {
            let point = SkyProjection.point(constellation.place)
            let text: HTML =
                #"<text x="\#(Self.tenths(point.x))" y="\#(Self.tenths(point.y))">\#(constellation.name)</text>"#
            let object = SkyObject.constellation(constellation.name)
            if let index = indices[object] { html += link(object, index, text) } else { html += text }
        }
        return html
    }

    /// The most shown come first, so that the others lie above them.
    private var marks: HTML {
        var html = HTML()
        for (index, row) in rows.enumerated().sorted(by: { $0.element.days.count > $1.element.days.count }) {
            guard let facts = row.object.facts else { continue }
            let point = SkyProjection.point(facts.place)
            let mark: HTML = """
                <path class="\(Self.kind(facts.kind)) s\(Self.size(row.days.count))\(row.subjectDays.isEmpty ? " only" : "")" \
                d="M\(Self.tenths(point.x)) \(Self.tenths(point.y))h0"/><title>\(row.title)</title>
                """
            html += link(row.object, index, mark)
        }
        return html
    }

    private func link(_ object: SkyObject, _ index: Int, _ content: HTML) -> HTML {
        #"<a href="\#(ObjectsPage.address(of: object))" data-row="\#(index)" tabindex="-1">\#(content)</a>"#
    }

    /// Twelve sizes of marks; their areas grow with the number of days.
    static func size(_ count: Int) -> Int { min(12, max(1, Int(Double(count).squareRoot().rounded()))) }

    /// The class of a kind: galaxies, clusters of stars, nebulae, others.
    private static func kind(_ kind: SkyKind?) -> HTML {
        switch kind {
        case .galaxy, .galaxies, .galaxyCluster, .quasar: "g"
        case .stars, .starCluster, .openCluster, .globularCluster, .association, .starCloud: "c"
        case .nebula, .planetaryNebula, .darkNebula, .reflectionNebula, .emissionNebula, .nebulaWithCluster,
            .supernovaRemnant, .molecularCloud:
            "n"
        case nil: "o"
        }
    }

    // MARK: Numbers

    private static func path(_ lines: [[SkyProjection.Point]]) -> HTML {
        var text = ""
        for line in lines where line.count > 1 {
            for (place, point) in line.enumerated() {
                text += place == 0 ? "M" : place == 1 ? "L" : " "
                text += "\(tenths(point.x)) \(tenths(point.y))"
            }
        }
        return HTML(markup: Array(text.utf8))
    }

    /// `-12.3` for -123.
    static func tenths(_ number: Int) -> String {
        let rest = number.magnitude % 10
        return "\(number < 0 ? "-" : "")\(number.magnitude / 10)\(rest == 0 ? "" : ".\(rest)")"
    }
}
