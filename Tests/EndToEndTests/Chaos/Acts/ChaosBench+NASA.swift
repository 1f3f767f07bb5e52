import Foundation
import SampleNASA

// NASA's part: faults, accidents and corrections.

extension ChaosBench {
    /// What a mirror can tell from a right answer. What it cannot, when a single day is struck, has tests of its own.
    private static let faults: [Fault] = [
        .status(500), .status(502), .status(403), .html(), .hangsUp, .resets, .truncated(), .announcesMore(by: 100),
        .announcesLess(by: 10), .gzip, .chunked, .logo, .outageEntry, .wrongCentury, .invalidJSON, .redirectLoop,
        .redirectToFile, .slow(bytesPerSecond: 20_000), .stalled(seconds: 1), .tooManyRequests(retryAfter: 1),
    ]

    /// An answer that is right but for the question it is given to deceives whoever is given one of them only; and
    /// nobody waits a day here.
    private static let accidents = Accident.all.filter {
        ![Accident.onePicture, .firstAnswerForAll].contains($0) && !$0.keepsWaiting && !$0.name.hasSuffix("-picture")
    }

    func setFault() {
        guard let fault = any(Self.faults) else { return }
        let day = someDay
        let targets: [FaultTarget] = [.day(day), .media(day), .upload(day), .entries, .allMedia, .everything]
        guard let target = any(targets) else { return }
        let times = Int.random(in: 1..<8, using: &random)
        tell("  \(fault) for \(target), \(times) times")
        if case .upload = target { wereUploadsRefused = true }
        program.server.setFault(fault, for: target, times: times)
    }

    func beginAccident() {
        guard let accident = any(Self.accidents), let part = any(Accident.Part.allCases) else { return }
        let spared = Int.random(in: 0..<20, using: &random)
        tell("  \(accident) on \(part) after \(spared)")
        if part == .uploads { wereUploadsRefused = true }
        program.server.begin(accident, on: part, after: spared)
    }

    /// Over a slow line no original is to be had, and all that is made of them is.
    func refuseUploads() {
        let status = any([403, 404]) ?? 404
        let latency = Int.random(in: 20...200, using: &random)
        tell("  \(status) for all originals, after \(latency) ms")
        wereUploadsRefused = true
        program.server.setLatency(milliseconds: latency)
        program.server.setFault(.status(status), for: .allUploads)
    }

    /// Lists of entries leave days out, over and over.
    func leaveOut() {
        guard let accident = any(Accident.lists) else { return }
        tell("  \(accident)")
        program.server.begin(accident, on: .api)
    }

    func recover() {
        program.server.clearFaults()
        program.server.setLatency(milliseconds: 0)
    }

    /// Of a day whose entry every pass reads again.
    private var someRecentDay: String { ServedDays.ago(Int.random(in: 0..<7, using: &random)) }

    func correctTitle() {
        guard var day = program.server.day(someRecentDay) else { return }
        day.title =
            any(["A Corrected Title", "The Moon: Now in Colour", "What is \"That\"?"]).map { "\($0) \(day.date)" } ?? ""
        tell("  \(day.title)")
        program.server.update(day)
    }

    func replacePicture() { replacePicture(of: someRecentDay) }

    /// A day becomes a favorite, and NASA has another title or picture for it.
    func correctFavorite() async throws {
        let day = someRecentDay
        model.drop(day)
        try await command(["favorites", "add", day])
        if Bool.random(using: &random) { return replacePicture(of: day) }
        guard var sample = program.server.day(day) else { return }
        sample.title = "A Favorite, Corrected \(Int.random(in: 0..<99, using: &random))"
        tell("  \(sample.title)")
        program.server.update(sample)
    }

    private func replacePicture(of day: String) {
        guard let picture = program.server.day(day)?.picture else { return }
        let suffix = (picture.file as NSString).pathExtension
        tell("  another picture on \(day)")
        program.server.repaint(day, file: "Corrected_\(day)_\(picture.revision + 1).\(suffix)")
    }
}
