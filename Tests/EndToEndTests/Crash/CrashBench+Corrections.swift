import Foundation
import SampleNASA

extension CrashBench {
    /// A mirror of ten days of which NASA has changed several since: the next pass renames, replaces, fetches what was
    /// pending, and puts originals where renditions and pages stood in.
    static func corrected() async throws -> CrashBench {
        let program = try Program(ServedDays.last(10))
        let server = program.server
        for ago in 0...6 { server.show(.picture(small("First", ago, .jpeg)), on: ServedDays.ago(ago)) }
        server.show(.embedded(address: "https://player.vimeo.com/video/1"), on: ServedDays.ago(6))
        server.setFault(.status(500), for: .media(ServedDays.ago(3)))
        server.setFault(.status(404), for: .media(ServedDays.ago(4)), times: 1)
        let first = try await program.run("sync", "--create", "--history", "10")
        // One picture is still to come.
        guard first.code == 1 else { throw HarnessError("the first pass: \(first.errors)") }
        server.clearFaults()

        var published = Published(server)
        let files = try await MirrorFiles(program)
        if let rendition = files.picture(of: ServedDays.ago(4)) {
            published.add(rendition.bytes, for: ServedDays.ago(4))
        }
        let former = [2, 5].map { (ServedDays.ago($0), Data(server.picture(for: ServedDays.ago($0)))) }

        if var renamed = server.day(ServedDays.ago(1)) {
            renamed.title = "A Title: Better than the First"
            server.update(renamed)
        }
        server.show(.picture(small("Second", 2, .jpeg)), on: ServedDays.ago(2))
        server.show(.picture(small("Second", 5, .png)), on: ServedDays.ago(5))
        server.show(.picture(small("Second", 6, .jpeg)), on: ServedDays.ago(6))
        published.add(from: server)
        let held = ServedDays.ago(7)
        let story = files.record(of: held)?.story ?? ""
        if var emptied = server.day(held) {
            emptied.explanation = ""
            server.update(emptied)
        }

        // Time passes: the pending day is due again, and the rendition is old enough to be asked about.
        try program.edit(ServedDays.ago(3)) { mirror in
            mirror["pending"] = ["reason": "it failed", "attempts": 1, "retry_after": "2020-01-01T00:00:00Z"]
        }
        try program.edit(ServedDays.ago(4)) { mirror in
            var picture = mirror["picture"] as? [String: Any] ?? [:]
            picture["fetched"] = Date.now.addingTimeInterval(-90_000).ISO8601Format()
            mirror["picture"] = picture
        }
        try FileManager.default.removeItem(atPath: "\(program.root)/.apod-mirror/days.json")
        let beginning = try await CrashBench.beginning(of: program)
        return CrashBench(
            program: program, arguments: ["sync"], published: published, beginning: beginning,
            former: Dictionary(uniqueKeysWithValues: former), heldStories: [held: story])
    }

    private static func small(_ name: String, _ ago: Int, _ format: PictureFormat) -> Picture {
        let day = ServedDays.ago(ago)
        let suffix = format == .jpeg ? "jpg" : "png"
        let file = "\(name)_\(day.dropFirst(2).filter { $0 != "-" }).\(suffix)"
        var picture = Picture(file: file, folder: "sample", format: format, width: 64, height: 48, bytes: 0)
        picture.revision = name == "First" ? 0 : 1
        return picture
    }
}

extension SampleNASA {
    /// Another medium for a day that stays the same otherwise.
    func show(_ media: SampleDay.Media, on date: String) {
        guard var day = day(date) else { return }
        day.media = media
        update(day)
    }
}

extension Program {
    /// Changes the `mirror` part of a day's JSON by hand.
    func edit(_ day: String, _ change: (inout [String: Any]) -> Void) throws {
        let path = URL(filePath: "\(root)/\(day.prefix(4))/\(day.prefix(7))/metadata/\(day).json")
        guard var json = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any],
            var mirror = json["mirror"] as? [String: Any]
        else { throw HarnessError("no metadata in \(path)") }
        change(&mirror)
        json["mirror"] = mirror
        try JSONSerialization.data(withJSONObject: json).write(to: path)
    }
}
