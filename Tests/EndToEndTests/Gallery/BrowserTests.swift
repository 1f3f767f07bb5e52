import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import ApodMirror

/// The gallery in a real headless Chromium: `Tests/browser` looks, and says in a line what does not hold.
@Suite(
    "The gallery in a browser", .serialized,
    .enabled(if: Browser.isHere, "needs chromium, chromium-driver and python3-selenium"))
struct BrowserTests {
    private static let checks = [
        "first-screen", "first-screen-turns", "with-or-without-pictures", "search-finds-in-another-year",
        "search-is-of-all-words-without-accents", "search-shows-what-has-come", "results-go-on", "filters", "keys",
        "light-box", "light-box-across-years", "light-box-of-results", "light-box-that-comes-late",
        "light-box-without-its-year", "favorite-mark", "photo-frame", "photo-frame-of-an-album",
        "photo-frame-keeps-the-screen-on", "photo-frame-that-is-closed-early",
        "photo-frame-of-a-picture-that-does-not-come", "photo-frame-shows-a-new-day", "hostile-texts",
        "thumbnails-that-do-not-come", "without-script", "band", "drags", "drags-out-of-a-month",
        "drags-without-script", "cards-in-tabs", "widths", "contrast", "labels", "focus-order",
    ]
    private static let firefoxChecks = ["firefox", "firefox-drags"]

    @Test(arguments: checks)
    func `a person finds it as it should be`(check: String) async throws {
        let said = try await Browser.look(check)
        #expect(said == "ok \(check)")
    }

    /// None yet, or none that has its picture.
    @Test(arguments: [0, 3])
    func `a mirror that has just begun can be used`(pending: Int) async throws {
        let folder = try TemporaryFolder()
        let days = GallerySample.inventedDays.prefix(pending).map { sample in
            var sample = sample
            sample.media = .placeholder
            return sample
        }
        let wall = try PaintedWall(in: "\(folder.path)/.paintings", count: 1, width: 320)
        try GallerySample(days).write(to: folder.path, wall: wall)
        let said = try await Browser.run(folder.path, "with-or-without-pictures")
        #expect(said == "ok with-or-without-pictures")
    }

    @Test(.enabled(if: Browser.firefoxIsHere, "needs firefox-esr"), arguments: firefoxChecks)
    func `Firefox shows the same pages`(check: String) async throws {
        let said = try await Browser.look(check)
        #expect(said == "ok \(check)")
    }

    @Test func `every check is made`() async throws {
        let listed = try await Browser.run("--list").split(separator: "\n").map(String.init)
        #expect(listed.sorted() == (Self.checks + Self.firefoxChecks).sorted())
    }
}

/// What looks at a gallery, and the gallery it looks at.
enum Browser {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../browser/run").standardized.path

    static let isHere = ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/lib/python3/dist-packages/selenium"]
        .allSatisfy(FileManager.default.fileExists)
    static let firefoxIsHere = FileManager.default.fileExists(atPath: "/usr/bin/firefox-esr")

    /// Made once for all checks.
    private static let gallery = Result {
        let folder = try TemporaryFolder()
        let wall = try PaintedWall(in: "\(folder.path)/.paintings", count: 12, width: 1500)
        try GallerySample(GallerySample.inventedDays).write(to: "\(folder.path)/APOD", wall: wall)
        return Shown(folder: folder)
    }

    /// Holds the folder for as long as the tests run; nothing changes it.
    private struct Shown: @unchecked Sendable {
        let folder: TemporaryFolder
    }

    /// The line that says how a check went.
    static func look(_ check: String) async throws -> String {
        try await run(gallery.get().folder.path + "/APOD", check)
    }

    static func run(_ arguments: String...) async throws -> String {
        let ended = try await Child(
            "/usr/bin/python3", [script] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "PYTHONDONTWRITEBYTECODE": "1"]
        ).end()
        return (ended.output + ended.errors).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
