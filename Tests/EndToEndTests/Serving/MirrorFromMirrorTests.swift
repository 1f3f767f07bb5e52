import Foundation
import SampleNASA
import TestSupport
import Testing
import Transfer

/// A mirror made from a mirror made from a mirror: nothing is lost on the way, and NASA is not asked.
@Suite(.needsBinary) struct MirrorFromMirrorTests {
    private static let days = 30

    @Test func `what one mirror has arrives in the next, and in the one after that`() async throws {
        let first = try await ServedMirror.fresh(Self.days) { server in
            // A picture shown on two days has one address at NASA, and two at a mirror.
            guard var encore = server.day(ServedDays.ago(4)) else { return }
            encore.picture = server.day(ServedDays.ago(5))?.picture
            server.update(encore)
        }
        let program = first.program
        let pictures = try await MirrorFiles(program)
        #expect(pictures.picture(of: ServedDays.ago(4))?.sha256 == pictures.picture(of: ServedDays.ago(5))?.sha256)
        program.server.clearRequests()
        let second = try await copy(of: first, as: "B")
        let third = try await copy(of: second, as: "C").root
        #expect(program.server.requests.isEmpty)
        try await expectSame([second.root, third], as: program)
        try await expectRecords([program.root, second.root, third], as: program)
    }

    /// Each mirror of the row has the very bytes of NASA's answer.
    private func expectRecords(_ roots: [String], as program: Program) async throws {
        let (first, last) = (ServedDays.ago(Self.days - 1), ServedDays.today)
        let days = [("date_from", first), ("date_to", last)].map {
            "&\($0)=\($1.dropFirst(2).replacing("-", with: ""))"
        }
        let transfer = Transfer(userAgent: "apod-mirror/test")
        var answers: [Data] = []
        for page in 1...2 {
            let address = "\(program.server.apodBasicURL)?per_page=25&page=\(page)\(days.joined())"
            let request = Request(address, maximumBytes: 10_000_000, timeLimit: .seconds(60))
            answers.append(Data(try await transfer.data(request).body))
        }
        for root in roots {
            let records = try await MirrorFiles(program, at: root).records
            #expect(records.count == Self.days)
            for record in records {
                #expect(answers.contains { $0.range(of: record.bytes) != nil }, "\(record.path) in \(root)")
            }
        }
    }

    @Test(.enabled(if: Abilities.isLong, "takes minutes: run Tests/run --long"), .timeLimit(.minutes(30)))
    func `thirty years arrive, although the first mirror is killed in the middle`() async throws {
        let days = 11_387
        var first = try await ServedMirror.fresh(days)
        let (program, port) = (first.program, first.port)
        let root = place(program, "B")
        let words = ["sync", "--history", "\(days)"]
        let child = try program.start(words + ["--create"], adding: variables(of: first, at: root))
        try await eventually("a third of it", every: .milliseconds(200), within: .seconds(600)) {
            child.hasEnded || child.output.lineCount > days / 3
        }
        first.child.send(SIGKILL)
        _ = await first.child.end()
        _ = await child.end()
        first = try await ServedMirror(program, port: port)
        for _ in 0..<5 {
            if try await program.start(words, adding: variables(of: first, at: root)).end().code == 0 { break }
        }
        // What broke off when it was killed is asked for again in an hour, or by whoever names the day.
        for file in try await MirrorFiles(program, at: root).metadata where DayRecord(file.bytes)?.state == "pending" {
            let day = ["--since", file.day, "--until", file.day]
            let ended = try await program.start(["sync"] + day, adding: variables(of: first, at: root)).end()
            #expect(ended.code == 0, "\(ended.errors)")
        }
        let second = try await ServedMirror(program, root: root)
        let third = try await copy(of: second, as: "C", days: days).root
        try await expectSame([root, third], as: program)
    }

    private func expectSame(_ copies: [String], as program: Program) async throws {
        let original = try await MirrorFiles(program)
        let stored = original.files.values.filter { $0.path.first?.isNumber == true }
        let count = original.files.values.filter { $0.folder.hasSuffix("/metadata") }.count
        #expect(count > 1 && stored.count > 2 * count)
        #expect(original.records.count == original.visible.count)
        for root in copies {
            let copy = try await MirrorFiles(program, at: root)
            for file in stored where !["index.html", "gallery.js"].contains(file.name) {
                let copied = try #require(copy.files[file.path], "\(root) lacks \(file.path)")
                if file.suffix == "json", !file.folder.hasSuffix("/published") {
                    #expect(try comparable(copied.bytes) == comparable(file.bytes), "\(file.path) in \(root)")
                } else {
                    #expect(copied.sha256 == file.sha256, "\(file.path) in \(root)")
                }
            }
        }
    }

    @Test func `corrections pass on, of words and of pictures`() async throws {
        let first = try await ServedMirror.fresh(4)
        let program = first.program
        let second = try await copy(of: first, as: "B", days: 4)
        let day = ServedDays.ago(1)
        let former = try #require(try await MirrorFiles(program).picture(of: day))
        program.server.repaint(day, file: "Corrected.jpg")
        var corrected = try #require(program.server.day(ServedDays.ago(2)))
        corrected.title = "Another Title"
        program.server.update(corrected)
        #expect(try await program.run("sync").code == 0)
        let mended = try await MirrorFiles(program)
        let words = second.program.environment
        let again = try await program.start(
            ["sync"], adding: words.merging(variables(of: first, at: place(program, "B"))) { $1 }
        ).end()
        #expect(again.code == 0, "\(again.errors)")
        let copied = try await MirrorFiles(program, at: place(program, "B"))
        let fresh = try #require(mended.picture(of: day))
        // Under the very name and address of the former.
        #expect(fresh.sha256 != former.sha256 && fresh.path == former.path)
        #expect(copied.files[fresh.path]?.sha256 == fresh.sha256)
        #expect(copied.files.keys.contains { $0.hasSuffix("\(ServedDays.ago(2)) Another Title.jpg") })
    }

    @Test func `what is damaged in one mirror is not taken into the next`() async throws {
        let first = try await ServedMirror.fresh(3)
        let program = first.program
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        var bytes = picture.bytes
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: program.root + "/" + picture.path))
        let second = try await copy(of: first, as: "B", days: 3, endingWith: 1)
        let copied = try await MirrorFiles(program, at: second.root)
        #expect(copied.picture(of: ServedDays.ago(1)) == nil && copied.picture(of: ServedDays.today) != nil)
        let told = try await program.start(["show", ServedDays.ago(1)], adding: variables(of: first, at: second.root))
            .end()
        // However its lines are broken.
        let words = told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("has other bytes than its mirror says"), "\(told.output)")
    }

    private func place(_ program: Program, _ name: String) -> String { "\(program.folder)/\(name)" }

    private func variables(of served: ServedMirror, at root: String) -> [String: String] {
        ["APOD_MIRROR_MIRROR": root, "APOD_MIRROR_SOURCE": "planetary-apod=\(served.origin)/planetary/apod"]
    }

    private func copy(
        of served: ServedMirror, as name: String, days: Int = Self.days, endingWith code: Int32 = 0
    ) async throws -> ServedMirror {
        let root = place(served.program, name)
        let made = try await served.program.start(
            ["sync", "--create", "--history", "\(days)"], adding: variables(of: served, at: root)
        ).end()
        guard made.code == code else { throw HarnessError("sync: \(made)") }
        return try await ServedMirror(served.program, root: root)
    }

    /// Without what says when and from where it came.
    private func comparable(_ bytes: Data) throws -> NSDictionary {
        var day = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        var mirror = try #require(day["mirror"] as? [String: Any])
        for key in ["url", "hdurl", "thumbnail_url"] { day[key] = nil }
        for key in ["fetched", "source", "poster", "sum"] { mirror[key] = nil }
        if var picture = mirror["picture"] as? [String: Any] {
            for key in ["url", "origin", "fetched", "etag", "last_modified", "checked"] { picture[key] = nil }
            mirror["picture"] = picture
        }
        day["mirror"] = mirror
        return day as NSDictionary
    }
}
