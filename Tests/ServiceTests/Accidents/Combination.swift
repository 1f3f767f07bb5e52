import SampleNASA

@testable import RefreshTestSupport

/// An accident, and how it meets a mirror: a cell of the matrix.
struct Combination: Sendable, CustomStringConvertible {
    enum Mirror: String, CaseIterable {
        /// All of its days but the newest week have settled.
        case standing
        /// It has no day yet.
        case fresh
        /// A standing one, and the accident is about the next day's post alone.
        case today
    }

    enum Length: Int, CaseIterable {
        case pass = 0
        case day = 24
        /// Until shortly before the pass with which whatever came with the first one would settle.
        case week = 164
    }

    /// Where an accident of the whole server begins: at once, in the middle of a pass, or for some answers only.
    struct Course: Sendable, CustomStringConvertible {
        let part: Accident.Part
        var after = 0
        var times: Int?

        var description: String { "\(part) after \(after)\(times.map { " for \($0)" } ?? "")" }
    }

    let row: AccidentRow
    let mirror: Mirror
    let length: Length
    /// In milliseconds.
    let latency: Int
    let course: Course
    let shape: MirrorUnderTest.Shape

    var description: String {
        "\(row.name)\(row.isOfWholeServer ? ", \(course)," : "") × \(mirror) × a \(length) × \(latency) ms, \(shape)"
    }

    private static let courses = [
        Course(part: .everything), Course(part: .everything, after: 20), Course(part: .api, after: 2),
        Course(part: .media, after: 9), Course(part: .media, after: 9, times: 3),
        Course(part: .api, after: 1, times: 2),
    ]

    /// All combinations of a row. Courses and APIs take turns, so that each row meets all of them.
    static func all(of row: AccidentRow, number: Int) -> [Combination] {
        let columns = Mirror.allCases.flatMap { mirror in
            Length.allCases.flatMap { length in [0, 20, 200].map { (mirror, length, $0) } }
        }
        return columns.enumerated().map { place, column in
            let course = courses[(number + place) % courses.count]
            // What strikes some answers only is over with the first pass, and of one day there are few.
            let isShort = row.isOfWholeServer && column.0 != .today && column.1 == .pass
            return Combination(
                row: row, mirror: column.0, length: column.1, latency: column.2,
                course: isShort ? course : Course(part: course.part),
                shape: row.isOfNewAPI || (number + place / 6).isMultiple(of: 2) ? .basic : .legacy)
        }
    }
}
