import Foundation
import Glibc
import SampleNASA
import TestSupport

/// A mirror of 200 days, the server it asks, a daemon that keeps it, and a hand that does what it likes to all three.
///
/// One task at a time works with it.
final class ChaosBench: @unchecked Sendable {
    static let days = 200

    let place: ChaosPlace
    let program: Program
    let daemon: ChaosDaemon
    private let environment: [String: String]

    var random: Dice
    var model = ChaosModel()
    var disorders: [Disorder] = []
    /// Whether some originals could not be had: then renditions may stand in for them, until their turn comes.
    var wereUploadsRefused = false
    /// What could not be done as it should.
    var problems: [String] = []
    private(set) var story: [String] = []
    private let began = ContinuousClock.now

    /// The mirror, as programs see it.
    var mirror: String { place.folder + "/APOD" }
    /// The mirror, as this process sees it.
    var root: String { program.root }

    init(_ random: Dice) async throws {
        self.random = random
        let place = try ChaosPlace()
        self.place = place
        let keep = Bool.random(using: &self.random) ? "forever" : "150"
        // The last days are yet to come.
        program = try Program(ServedDays.last(Self.days - 2, upTo: 2), in: place.seen)
        for folder in [program.folder, program.folder + "/home"] { place.give(folder) }
        var settings = [
            "APOD_MIRROR_MIRROR": place.folder + "/APOD", "APOD_MIRROR_HISTORY": ServedDays.ago(Self.days - 1),
            "APOD_MIRROR_KEEP": keep, "APOD_MIRROR_MIN_FREE_BYTES": "0",
        ]
        if place.guest != nil { settings["APOD_MIRROR_SHARE_GROUP"] = "\(ChaosPlace.sharedGroup)" }
        let environment = program.environment.merging(settings) { $1 }
        self.environment = environment
        daemon = try ChaosDaemon(place) { service in
            try Child(
                "/usr/bin/env", place.wrapper + [Program.binary, "daemon"],
                environment: environment.merging(service) { $1 })
        }
        tell("days are kept: \(keep)")
        let made = try await command(["sync", "--create", "--quiet"], patience: .seconds(240))
        guard made.code == 0 else { throw HarnessError("the first sync ended with \(made.code): \(made.lastWords)") }
    }

    /// One step, and what can be seen after it.
    func step() async throws {
        let action = ChaosAction.any(&random)
        tell("\(action)")
        try await perform(action)
        try await daemon.tend()
        observe()
    }

    /// What is persisted now must not get lost from now on. A day without a link may only be there still: nobody has
    /// looked since its last one went, and the command that was to add it again did not get that far.
    func observe() {
        guard let record = try? FavoritesFile(root: root) else { return }
        let linked = daysWithEntry
        model.see(record.favorites.mapValues(\.added).filter { linked.contains($0.key) })
    }

    func tell(_ words: String) {
        let time = (ContinuousClock.now - began) / .seconds(1)
        story.append("\((time * 100).rounded() / 100) \(words)")
    }

    /// The end of the story, and where all of it can be read, with what the daemon said.
    var told: String {
        let file = Package.folder.appending(path: ".build/chaos.txt")
        let text = story.joined(separator: "\n") + "\nDAEMON\n" + daemon.log
        try? text.write(to: file, atomically: false, encoding: .utf8)
        return "the whole story is in \(file.path); its end:\n\(story.suffix(40).joined(separator: "\n"))"
    }

    // MARK: - Programs

    /// Does something in the mirror by its owner's hand.
    /// - Returns: whether it could be done.
    @discardableResult
    func hand(_ script: String, _ words: String...) async throws -> Bool { try await hand(script, words) }

    @discardableResult
    func hand(_ script: String, _ words: [String], of user: [String]? = nil) async throws -> Bool {
        let all =
            (user ?? place.wrapper) + ["sh", "-euc", "cd \"$1\"; shift\n" + script, "sh", mirror] + words
        let ended = try await Child("/usr/bin/env", all, environment: environment).end()
        tell("  \(script) \(words)\(ended.code == 0 ? "" : " failed: \(ended.errors.suffix(200))")")
        return ended.code == 0
    }

    /// Starts the program as the owner does, with these variables.
    func start(_ words: [String], with variables: [String: String]) throws -> Child {
        try Child(
            "/usr/bin/env", place.wrapper + [Program.binary] + words,
            environment: environment.merging(variables) { $1 })
    }

    /// Codes that say something true in some disorder or other.
    private static let codes: Set<Int32> = [0, 1, 3, 69, 73, 74, 75, 130]

    /// Runs a command of the owner's. One that takes longer is ended by signals, one and a half minutes apart.
    @discardableResult
    func command(
        _ words: [String], patience: Duration = .seconds(30), then signals: [CInt] = [SIGINT]
    ) async throws -> Child.Ended {
        let child = try Child("/usr/bin/env", place.wrapper + [Program.binary] + words, environment: environment)
        var patience = patience
        for signal in signals {
            if try await child.ends(within: patience) { break }
            child.send(signal)
            patience = .seconds(90)
        }
        if try await !child.ends(within: patience) {
            problems.append("\(words) did not end after \(signals)")
            child.send(SIGKILL)
        }
        let ended = await child.end()
        tell("  \(words) \(ended.code) \(ended.errors.suffix(300))")
        if !Self.codes.union(signals.map { 128 + $0 }).contains(ended.code) {
            problems.append("\(words) ended with \(ended.code): \(ended.errors.suffix(600))")
        }
        return ended
    }

    // MARK: - What lies there

    var someDay: String { ServedDays.ago(Int.random(in: 0..<Self.days, using: &random)) }

    func any<Element>(_ elements: some Collection<Element>) -> Element? { elements.randomElement(using: &random) }

    /// The folders of the months, from the root on.
    var months: [String] {
        names("").filter { $0.wholeMatch(of: #/\d{4}/#) != nil }.flatMap { year in
            names(year).filter { $0.hasPrefix(year + "-") }.map { year + "/" + $0 }
        }
    }

    /// Pictures, videos and pages of days, from the root on.
    var pictures: [String] {
        months.flatMap { month in
            names(month).filter { $0.hasPrefix(month.suffix(7)) }.map { month + "/" + $0 }
        }
    }

    static func day(of path: String) -> String? {
        let name = (path as NSString).lastPathComponent
        return name.prefixMatch(of: #/\d{4}-\d\d-\d\d/#).map { String($0.output) }
    }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []).sorted()
    }
}
