import Foundation
import SampleNASA
import Testing

/// Servers that answer slowly and oddly, and what a person is told of it.
@Suite(.needsBinary) struct OddServerTests {
    @Test(arguments: [("list-of-one", 25), ("list-old", 14)])
    func `days that a list leaves out are missing: in the last line, in the status and by the exit code`(
        accident: String, missing: Int
    ) async throws {
        let program = try Program(ServedDays.last(31))
        program.server.begin(try #require(Accident.named(accident)), on: .api)
        let ended = try await program.run("sync", "--create", "--history", "31")
        #expect(ended.code == 1, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n")
        let sentence = "Missing: \(missing) pictures of the mirror's days"
        #expect(lines.last.map(String.init) == sentence, "\(ended.output)")
        #expect(lines.count { $0.hasPrefix("Pending: ") && $0.contains("NASA's list of days leaves it out") } == 8)
        let status = try await program.run("status")
        #expect(status.output.contains(sentence), "\(status.output)")
        #expect(status.output.contains("NASA's list of days leaves it out"))

        program.server.endAccidents()
        let healed = try await program.run("sync")
        #expect(healed.code == 0, "\(healed.errors)")
        #expect(!healed.output.contains("Missing"))
        #expect(try await program.run("status").output.contains("31 pictures"))
    }

    /// The old API's last days: its logo for every date.
    @Test(arguments: [(Fault.logo, 31, true), (.logo, 2, false), (.titleInObject, 31, false)])
    func `a sync that could believe nothing ends with 69, and a sentence`(
        fault: Fault, days: Int, isLegacy: Bool
    ) async throws {
        let program = try Program(ServedDays.last(31))
        let address = isLegacy ? program.server.planetaryURL : program.server.apodBasicURL
        let source = ["APOD_MIRROR_SOURCE": "\(isLegacy ? "planetary-apod" : "apod-basic")=\(address)"]
        program.server.setFault(fault, for: .entries)
        let ended = try await program.run("sync", "--create", "--history", "\(days)", adding: source)
        #expect(ended.code == 69, "\(ended)")
        #expect(ended.output.contains("\n0 pictures, ") || ended.output.hasPrefix("0 pictures, "), "\(ended)")
        let reason = fault == .logo ? "its picture is NASA's logo" : "its title is not text"
        #expect(
            ended.errors.hasPrefix("apod-mirror: \(address) is not to be believed at the moment: "), "\(ended.errors)")
        #expect(ended.errors.contains("it gave none of the \(days) days"), "\(ended.errors)")
        #expect(fault == .logo || ended.errors.contains(reason), "\(ended.errors)")

        program.server.clearFaults()
        let healed = try await program.run("sync", "--history", "\(days)", adding: source)
        #expect(healed.code == 0, "\(healed)")
        #expect(healed.output.contains("\n\(days) pictures, "), "\(healed.output)")
    }

    @Test(arguments: ["gateway-404-html", "gateway-403-html"], [20, 200])
    func `a sync whose originals are refused takes renditions, and asks nothing again and again`(
        accident: String, latency: Int
    ) async throws {
        let program = try Program(ServedDays.last(23))
        program.server.begin(try #require(Accident.named(accident)), on: .uploads)
        program.server.setLatency(milliseconds: latency)
        let ended = try await program.run("sync", "--create", "--history", "23")
        // NASA makes no renditions of GIFs, and has a placeholder for one day.
        let without = program.server.dates.filter { date in
            switch program.server.day(date)?.media {
            case .picture(let picture): picture.format == .gif
            case .placeholder: true
            default: false
            }
        }
        #expect(ended.code == (without.contains { $0 < ServedDays.today } ? 1 : 0), "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains("\n\(23 - without.count) pictures, "), "\(ended.output)")
        let status = try await program.run("status").output
        let standIns = status.split(separator: "\n").first { $0.hasPrefix("Stand-ins: ") }
        #expect(standIns?.contains(#/, \d{4}-\d\d-\d\d and \d+ more/#) == true, "\(status)")
        let asked = Dictionary(grouping: program.server.requests, by: \.path).mapValues(\.count)
        #expect(asked.values.max() ?? 0 <= 2)
        #expect(program.server.requests.count <= 23 * 4 + 50)
    }
}
