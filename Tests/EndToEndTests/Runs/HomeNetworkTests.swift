import Foundation
import SampleNASA
import Testing

/// NASA's addresses lead to NASA: a redirect to a machine of the home network, or to this one, is not followed.
///
/// The sample server is reached as science.nasa.gov through a proxy; what it redirects to is asked directly.
@Suite(.needsBinary) struct HomeNetworkTests {
    private static let days = SampleNASA.Options(first: "2026-11-02", last: "2026-11-09", pictureSize: .small)
    /// A film that NASA hosts itself, and a page with a poster.
    private static let film = "2026-11-07"

    private final class Bench {
        let program: Program
        /// A machine at home that has just what is asked for.
        let home: SampleNASA

        init() throws {
            program = try Program(HomeNetworkTests.days)
            home = try SampleNASA.started(HomeNetworkTests.days)
        }

        deinit { home.stop() }

        func sync(_ arguments: String...) async throws -> Child.Ended {
            let proxy = ["http_proxy": "http://127.0.0.1:\(program.server.port)", "no_proxy": "127.0.0.1,localhost"]
            program.server.setOrigin("http://science.nasa.gov")
            return try await program.start(
                ["sync", "--create", "--since", "2026-11-02", "--until", "2026-11-09"] + arguments, adding: proxy
            ).end()
        }

        /// The same path on the machine at home.
        func path(of date: String) throws -> String {
            let folder = program.root + "/2026/2026-11/metadata/\(date).json"
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder)))
            let url = (json as? [String: Any])?["hdurl"] as? String ?? (json as? [String: Any])?["url"] as? String ?? ""
            return home.baseURL + url.replacing("http://science.nasa.gov", with: "")
        }
    }

    @Test func `through the proxy all is well`() async throws {
        let bench = try Bench()
        let ended = try await bench.sync()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(bench.home.requests == [])
    }

    @Test func `a picture's redirect leaves the day pending with the address`() async throws {
        let bench = try Bench()
        _ = try await bench.sync()
        for date in ["2026-11-09", Self.film] {
            let target = try bench.path(of: date)
            try FileManager.default.removeItem(atPath: bench.program.root)
            bench.program.server.setFault(.redirect(to: target), for: .media(date))
            let ended = try await bench.sync()
            #expect(bench.home.requests == [], "\(date)")
            let told = ended.output.split(separator: "\n").first { $0.hasPrefix("Pending: \(date)") } ?? ""
            #expect(told.contains("127.0.0.1, an address of this machine"), "\(ended.output)\(ended.errors)")
            bench.program.server.clearFaults()
            _ = try await bench.sync()
        }
    }

    @Test func `a poster's redirect leaves the page without one`() async throws {
        let bench = try Bench()
        bench.program.server.setFault(
            .redirect(to: bench.home.baseURL + "/apod"), for: .media(Self.film))
        let ended = try await bench.sync("--video", "page")
        #expect(ended.code == 0)
        #expect(bench.home.requests == [])
    }

    @Test func `the redirect of a list ends the sync with the address`() async throws {
        let bench = try Bench()
        bench.program.server.setFault(.redirect(to: bench.home.apodBasicURL + "/261109"), for: .entries)
        let ended = try await bench.sync()
        #expect(ended.code == 69)
        #expect(ended.errors.contains("127.0.0.1"), "\(ended.errors)")
        #expect(bench.home.requests == [])
    }

    @Test func `from a source of the home network it is followed`() async throws {
        let bench = try Bench()
        bench.program.server.setFault(.redirect(to: bench.home.baseURL + "/x.jpg"), for: .media("2026-11-09"))
        let ended = try await bench.program.run("sync", "--create", "--since", "2026-11-09", "--until", "2026-11-09")
        #expect(ended.output.contains("404"), "\(ended.output)")
        #expect(!bench.home.requests.isEmpty)
    }
}
