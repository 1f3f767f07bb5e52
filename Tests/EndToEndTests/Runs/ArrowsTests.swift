import Foundation
import TestSupport
import Testing

/// Who knows whom: the compiler keeps the modules apart, and nobody but this the folders inside them.
@Suite(.enabled(if: Command.succeeds("python3", "--version"), "needs python3")) struct ArrowsTests {
    private static let package = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent()
    }

    @Test func `no module leads back to itself, and no more folders than are known to`() throws {
        let report = try Command([Self.package.appending(path: "Tests/report").path, "arrows"])
        let told = String(decoding: report.output(), as: UTF8.self)
        #expect(report.finish() == 0, "\(told)")
        #expect(told.contains("Archive -> Days Favorites Folder MirrorTree Settings Store\n"))
    }
}
