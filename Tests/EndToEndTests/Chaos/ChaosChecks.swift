import Foundation
import SampleNASA

/// The promises about a mirror at rest, from outside. Each broken one is a sentence.
struct ChaosChecks {
    private let bench: ChaosBench
    private let files: MirrorFiles
    private let undisturbed: MirrorFiles
    /// Files of days that a rendition stands for, because the original was refused.
    private let standIns: [String: Data]
    private var problems: [String]

    static func problems(of bench: ChaosBench) async throws -> [String] {
        let place = bench.program.folder + "/undisturbed"
        try? FileManager.default.removeItem(atPath: place)
        _ = try await bench.command(
            ["sync", "--create", "--quiet", "--mirror", place], patience: .seconds(240))
        let files = try await MirrorFiles(bench.program)
        var checks = Self(
            bench: bench, files: files, undisturbed: try await MirrorFiles(bench.program, at: place),
            standIns: bench.wereUploadsRefused ? try await standIns(in: files, bench.program.server) : [:],
            problems: bench.problems)
        checks.days()
        checks.stories()
        checks.tree()
        checks.favorites()
        checks.today()
        checks.owner()
        try await checks.words()
        return checks.problems + bench.daemon.problems
    }

    /// As the server sends them from the address that the day's metadata name.
    private static func standIns(in files: MirrorFiles, _ server: SampleNASA) async throws -> [String: Data] {
        var standIns: [String: Data] = [:]
        for day in Set(files.visible.map(\.day)) {
            guard let picture = files.record(of: day)?.picture, picture["kind"] as? String == "rendition",
                let address = picture["url"] as? String
            else { continue }
            let path = String(address.dropFirst(server.baseURL.count))
            let sent = try await ServedMirror.ask(path, at: server.port, headers: ["User-Agent: chaos"])
            standIns[day] = Data(sent.body)
        }
        return standIns
    }

    private func isHidden(_ day: String) -> Bool { files.record(of: day)?.state == "hidden" }

    /// What an undisturbed mirror has, this one has, under the same names; but for what its owner hid.
    private mutating func days() {
        for file in undisturbed.visible {
            if isHidden(file.day) {
                if bench.model.hidden[file.day] == nil { problems.append("\(file.day) is hidden, and nobody hid it") }
                continue
            }
            guard let own = files.files[file.path] else {
                let others = files.visible.filter { $0.day == file.day }.map(\.path)
                problems.append("\(file.path) is missing; there are \(others)")
                continue
            }
            let isSame = own.sha256 == file.sha256 || own.bytes == standIns[file.day]
            if file.suffix != "html", !isSame { problems.append("\(file.path) has other bytes") }
        }
        for (day, hiding) in bench.model.hidden where hiding == .hidden && !isHidden(day) {
            problems.append("\(day) is not hidden any more")
        }
    }

    /// A day says what it says in an undisturbed mirror, and has the same record of NASA's.
    private mutating func stories() {
        for file in undisturbed.metadata where !isHidden(file.day) {
            let own = files.record(of: file.day), other = undisturbed.record(of: file.day)
            for key in ["title", "explanation", "copyright"]
            where own?.json[key] as? String != other?.json[key] as? String {
                problems.append("\(file.day) has another \(key): \(own?.json[key] ?? "none")")
            }
            let record = file.folder + "/published/" + file.name
            if files.files[record]?.sha256 != undisturbed.files[record]?.sha256 {
                problems.append("\(record) is not what NASA sent")
            }
        }
    }

    private mutating func tree() {
        let days = Set((undisturbed.visible + files.visible).map(\.day)).filter { !isHidden($0) }
        let published = Published(bench.program.server).only(days).standingIn(standIns)
        // favorites/ is the owner's, and so is what is left of a favorites.json; Today is looked at below.
        let judged = files.without {
            $0.hasPrefix("favorites/") || $0.hasPrefix("favorites damaged") || $0 == "Today.jpg"
        }
        problems += TreeCheck.afterCleanPass(judged, published)
        for folder in ["incoming", "pruned"] {
            for path in files.files.keys where path.hasPrefix(".apod-mirror/\(folder)/") {
                problems.append("left: \(path)")
            }
        }
    }

    /// Whole in its month, and once more in the vault.
    private mutating func favorites() {
        guard let persisted = try? Persisted(root: bench.root) else { return }
        let vault = files.files.values.filter { $0.folder == ".apod-mirror/vault" }
        for day in persisted.favorites.keys.sorted() {
            guard let picture = files.picture(of: day), let record = files.record(of: day) else {
                problems.append("the favorite \(day) has no picture or no story")
                continue
            }
            if picture.suffix == "html" { continue }
            if picture.sha256 != record.sha256 {
                problems.append("the favorite \(day) has other bytes than its story says")
            }
            // Where NASA replaced the picture, the vault has the former one until the new one has settled.
            let kept = vault.first { $0.name == "\(day).json" }.flatMap { DayRecord($0.bytes) }
            if !vault.contains(where: { $0.sha256 == kept?.sha256 }) {
                let others = vault.filter { $0.day == day }.map(\.name)
                problems.append("the favorite \(day) is not in the vault, which has \(others)")
            }
        }
    }

    private mutating func today() {
        let story = files.files["Today.json"].flatMap { DayRecord($0.bytes) }
        let newest = files.visible.last { ["jpg", "png", "gif"].contains($0.suffix) }
        if story?.date != newest?.day {
            problems.append("Today is \(story?.date ?? "nothing"), not \(newest?.day ?? "") ")
        }
        let picture = files.files["Today.jpg"]
        if newest?.suffix == "jpg", picture?.sha256 != newest?.sha256 { problems.append("Today.jpg is not today's") }
        if picture?.bytes.prefix(2) != Data([0xFF, 0xD8]) { problems.append("Today.jpg is no JPEG") }
    }

    /// Nothing in it is anybody else's, or says a guest's word, but in favorites/.
    private mutating func owner() {
        let walk = FileManager.default.enumerator(atPath: bench.root)
        while let path = walk?.nextObject() as? String {
            let owner = walk?.fileAttributes?[.ownerAccountID] as? Int
            if path.hasPrefix("favorites/") { continue }
            if owner != Int(bench.place.owner) { problems.append("\(path) is the file of \(owner ?? -1)") }
        }
        for (path, file) in files.files where !path.hasPrefix("favorites") {
            if file.bytes.firstRange(of: Data(ChaosBench.guestsWord.utf8)) != nil {
                problems.append("\(path) says what a guest wrote")
            }
        }
    }

    /// What the program says of itself.
    private mutating func words() async throws {
        for word in ["verify", "status"] {
            let told = try await bench.command([word], patience: .seconds(240))
            if told.code != 0 { problems.append("\(word) ends with \(told.code): \(told.output)\(told.errors)") }
        }
        if !bench.daemon.isAlive { problems.append("the daemon is not alive") }
        for word in ["Fatal error", "crashed", "Precondition failed"] where bench.daemon.log.contains(word) {
            problems.append("the log says: \(word)")
        }
    }
}
