import FoundationEssentials
import SampleNASA

/// A command line that cannot be meant.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// What the command line asks for.
struct Arguments {
    private(set) var port: UInt16 = 0
    private(set) var showsHelp = false
    private var days = 60
    private var archive: String?
    private var pictureSize = PictureSize.varied

    static let help = """
        usage: sample-nasa [--port PORT] [--days N] [--archive FILE.json] [--small | --size BYTES]

          --port PORT       listen on this port of 127.0.0.1 (default 0: a free one)
          --days N          serve the N days up to today in US Eastern (default 60)
          --archive FILE    serve the days of this JSON array in the legacy API's shape instead
          --small           pictures of one to three kilobytes
          --size BYTES      pictures of just this size
          --help            print this and end
        """

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": showsHelp = true
            case "--small": pictureSize = .small
            case "--port": port = try Arguments.number(word, rest.popFirst(), in: 0...UInt16.max)
            case "--days": days = try Arguments.number(word, rest.popFirst(), in: 1...20_000)
            case "--size": pictureSize = .fixed(try Arguments.number(word, rest.popFirst(), in: 1...1_000_000_000))
            case "--archive":
                guard let file = rest.popFirst() else { throw UsageError(description: "--archive needs a file") }
                archive = file
            default: throw UsageError(description: "unknown option '\(word)'; see sample-nasa --help")
            }
        }
    }

    func options() throws(UsageError) -> SampleNASA.Options {
        if let archive {
            guard let json = try? Data(contentsOf: URL(filePath: archive)),
                let days = try? SampleDay.archive(json: json)
            else { throw UsageError(description: "'\(archive)' is not a readable JSON array of days") }
            return SampleNASA.Options(archive: days, pictureSize: pictureSize)
        }
        let last = USEastern.today
        let first = USEastern.day(last, plus: 1 - days)
        return SampleNASA.Options(first: first, last: last, pictureSize: pictureSize)
    }

    private static func number<Number: FixedWidthInteger>(
        _ name: String, _ value: String?, in range: ClosedRange<Number>
    ) throws(UsageError) -> Number {
        guard let number = value.flatMap({ Number($0) }), range.contains(number) else {
            throw UsageError(description: "\(name) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
