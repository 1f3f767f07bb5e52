import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// Thousands of clients at once that ask for much and read nothing.
@Suite(.onlyInAll("crowds of clients"), .needsBinary, .needs(tool: "python3"), .serialized)
struct CrowdTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../crowd.py").standardized.path

    /// More than all of their connections.
    private static let descriptors = 9_000
    static let hasDescriptors: Bool = {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 && limit.rlim_max >= descriptors
    }()

    private struct Told: Decodable {
        var letIn: Int
        var refused: Int
        var unanswered: Int
        var bytes: Int
        var all: Int
        var failed: Int
        var waits: [Double]

        enum CodingKeys: String, CodingKey {
            case letIn = "let_in"
            case refused, unanswered, bytes, all, failed, waits
        }
    }

    /// A mirror of four years of stories, more than a kernel takes for a client that does not read.
    private func served(adding words: [String] = []) async throws -> ServedMirror {
        let served = try await ServedMirror.fresh(2, adding: words)
        let story = String(repeating: "What lights up this day? ", count: 100)
        for ago in 2..<1_500 {
            let day = ServedDays.ago(ago)
            let folder = "\(served.root)/\(day.prefix(4))/\(day.prefix(7))/metadata"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let mirror = ["source": "x", "fetched": "\(day)T12:00:00Z", "media_type": "image", "state": "pending"]
            let metadata: [String: Any] = [
                "date": day, "title": "Day \(ago)", "explanation": story, "media_type": "image",
                "service_version": "v1", "mirror": mirror.merging(["explanation_html": story]) { $1 },
            ]
            try JSONSerialization.data(withJSONObject: metadata).write(to: URL(filePath: "\(folder)/\(day).json"))
        }
        return served
    }

    private func crowd(_ count: Int, addresses: Int, asking target: String, of served: ServedMirror) async throws
        -> Told
    {
        let words = ["\(served.child.pid)", "\(served.port)", "\(count)", "\(addresses)", target]
        let ended = try await served.program.tool("/usr/bin/python3", [Self.script] + words)
        try #require(ended.code == 0, "\(ended.errors)")
        return try JSONDecoder().decode(Told.self, from: Data(ended.output.utf8))
    }

    @Test(
        .enabled(if: hasDescriptors, "needs a limit of 9,000 descriptors"),
        arguments: ["/planetary/apod?start_date=2023-01-01", "/v1/apod?count=100"])
    func `eight thousand that do not read cost little each, and others are answered beside them`(
        target: String
    ) async throws {
        let served = try await served()
        let told = try await crowd(8_000, addresses: 4, asking: target, of: served)
        let slowest = told.waits.last.map { Int($0) } ?? 0
        print("measured \(target): \(told.bytes) bytes a connection, the slowest other answer after \(slowest) ms")
        #expect(told.letIn == 8_000 && told.refused == 0 && told.unanswered == 0, "\(told)")
        #expect(told.failed == 0, "\(told)")
        // Of days at random each text is in memory for the next client that gets it.
        let most = target.contains("count") ? 17_408 : 16_384
        if PeakMemory.isTold { #expect(told.bytes <= most, "\(told)") }
        if PeakMemory.isTold { #expect(told.all < 200 << 20, "\(told)") }
        #expect(!served.child.hasEnded)
    }

    @Test(.enabled(if: hasDescriptors, "needs a limit of 9,000 descriptors"))
    func `the pages without favorites cost no more`() async throws {
        let served = try await served(adding: ["--public-url", "https://apod.example.org"])
        #expect(try await served.program.run("gallery").code == 0)
        let told = try await crowd(
            8_000, addresses: 4, asking: "/\(ServedDays.ago(400).prefix(4))/gallery.js", of: served)
        #expect(told.letIn == 8_000 && told.failed == 0, "\(told)")
        if PeakMemory.isTold { #expect(told.bytes <= 16_384, "\(told)") }
    }

    /// A proxy is one of them for all its clients.
    @Test(.enabled(if: hasDescriptors, "needs a limit of 9,000 descriptors"))
    func `one address gets a third of the connections and no more, and others get theirs`() async throws {
        let served = try await served()
        let told = try await crowd(4_100, addresses: 1, asking: "/planetary/apod?start_date=2023-01-01", of: served)
        #expect(told.letIn == 4_000 && told.refused == 100 && told.failed == 0, "\(told)")
    }
}
