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
    private(set) var listsAccidents = false
    var accident = AccidentSwitch()
    private var days = 60
    private var archive: String?
    private var pictureSize = PictureSize.varied
    private(set) var latency = 0

    static let help = """
        usage: sample-nasa [--port PORT] [--days N] [--archive FILE.json] [--small | --size BYTES]
                           [--latency MILLISECONDS] [--accident NAME [--on PART] [--after N] [--times N]]

          --port PORT       listen on this port of 127.0.0.1 (default 0: a free one)
          --days N          serve the N days up to today in US Eastern (default 60)
          --archive FILE    serve the days of this JSON array in the legacy API's shape instead
          --small           pictures of one to three kilobytes
          --size BYTES      pictures of just this size
          --latency N       let every answer be N milliseconds on its way (default 0)
          --help            print this and end

        An accident befalls the whole server, so that a client can be tried with it:

          --accident NAME   strike every answer, such as gateway-502-html; SIGUSR1 ends it and begins it again
          --accidents       print the names of all there are and end
          --on PART         strike answers of the api, of media or of uploads only (default: everything)
          --after N         answer N requests as they should be first (default 0)
          --times N         strike N answers, then be well again (default: until it is ended)
        """

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": showsHelp = true
            case "--accidents": listsAccidents = true
            case "--small": pictureSize = .small
            case "--port": port = try Arguments.number(word, rest.popFirst(), in: 0...UInt16.max)
            case "--days": days = try Arguments.number(word, rest.popFirst(), in: 1...20_000)
            case "--size": pictureSize = .fixed(try Arguments.number(word, rest.popFirst(), in: 1...1_000_000_000))
            case "--latency": latency = try Arguments.number(word, rest.popFirst(), in: 0...60_000)
            case "--archive":
                guard let file = rest.popFirst() else { throw UsageError(description: "--archive needs a file") }
                archive = file
            case "--accident":
                accident.accident = try Arguments.named(
                    word, rest.popFirst(), "see sample-nasa --accidents", Accident.named)
            case "--on":
                let names = Accident.Part.allCases.map(\.rawValue).joined(separator: ", ")
                accident.part = try Arguments.named(word, rest.popFirst(), "one of \(names)") {
                    Accident.Part(rawValue: $0)
                }
            case "--after": accident.spared = try Arguments.number(word, rest.popFirst(), in: 0...1_000_000)
            case "--times": accident.times = try Arguments.number(word, rest.popFirst(), in: 1...1_000_000)
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
        return .recent(days, pictureSize: pictureSize)
    }

    private static func named<Value>(
        _ option: String, _ name: String?, _ known: String, _ value: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let value = name.flatMap(value) else { throw UsageError(description: "\(option) needs a name: \(known)") }
        return value
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
