import Foundation
import SampleNASA
import TestSupport
import Testing

/// The gallery in a real headless Chromium: `Tests/browser` looks, and says in a line what does not hold.
@Suite(
    "The gallery in a browser", .onlyInAll("browsers"),
    .enabled(if: Browser.isHere, "needs chromium, chromium-driver, python3-selenium, poppler-utils and nginx-light"))
struct BrowserTests {
    /// Made where the real links are, by those who have them.
    private static let otherChecks = ["real-links"]

    /// Checks change the gallery and put it back, so they are made one after the other in each of these suites, which has
    /// one of its own.
    @Suite struct PageTests {
        fileprivate static let checks = [
            "first-screen", "first-screen-turns", "with-or-without-pictures", "search-finds-in-another-year",
            "search-is-of-all-words-without-accents", "search-of-names-with-numbers-and-phrases",
            "search-shows-what-has-come", "results-go-on", "filters", "may-i-use-it", "who-made-the-pictures", "keys",
            "time-line", "time-line-of-one-year", "time-line-shows-pictures", "cards-tell-their-story",
            "wide-screens", "a-month-on-a-tablet", "home-screen", "news-of-favorites",
            "favorites-in-a-month", "help-on-a-phone",
            "months-count-days", "dates-in-the-search", "days-that-are-not-here", "pending-in-words", "news",
            "from-a-web-server", "from-one-that-refuses-dot-folders", "from-apod-mirror", "asked-by-another-origin",
            "star-in-the-light-box", "star-on-a-card", "star-only-where-it-is-taken", "framed-by-another-origin",
            "favorite-mark", "hostile-texts", "thumbnails-that-do-not-come", "without-script", "band", "cards-in-tabs",
            "widths", "contrast", "labels", "focus-order",
        ]
        private static let gallery = Browser.Gallery()

        @Test func `a person finds it as it should be`() async throws {
            try await Browser.make(Self.checks, in: Self.gallery)
        }
    }

    @Suite struct DayTests {
        fileprivate static let checks = [
            "light-box", "light-box-across-years", "light-box-of-results", "light-box-that-comes-late",
            "light-box-without-its-year", "stories-lead-on", "more-like-this", "encores", "things-in-the-sky",
            "filter-of-things", "a-thing-of-its-own", "lists-without-script", "where-in-the-sky",
            "look-closer", "a-click-still-shows-the-picture-alone", "panoramas", "frames-while-moving",
            "screens-get-what-fits", "box-on-tablets-and-sideways", "file-that-is-gone", "buttons-of-a-day",
            "a-story-of-links", "print-a-day", "print-a-month", "photo-frame", "photo-frame-of-an-album",
            "photo-frame-keeps-the-screen-on", "photo-frame-that-is-closed-early",
            "photo-frame-of-a-picture-that-does-not-come", "photo-frame-shows-a-new-day", "drags",
            "drags-out-of-a-month", "drags-without-script",
        ]
        private static let gallery = Browser.Gallery()

        @Test func `a person finds it as it should be`() async throws {
            try await Browser.make(Self.checks, in: Self.gallery)
        }
    }

    @Suite struct SkyTests {
        fileprivate static let checks = [
            "sky", "sky-moves", "sky-fingers", "sky-frames", "sky-switch", "sky-without-script", "on-this-night",
        ]
        private static let gallery = Browser.Gallery()

        @Test func `a person finds it as it should be`() async throws {
            try await Browser.make(Self.checks, in: Self.gallery)
        }
    }

    @Suite(.enabled(if: Browser.axeIsHere && Browser.firefoxIsHere, "needs firefox-esr, and axe-core of PyPI"))
    struct AccessibilityTests {
        fileprivate static let checks = ["axe", "star-axe", "firefox-axe"]
        private static let gallery = Browser.Gallery()

        @Test func `axe-core finds nothing wrong`() async throws {
            try await Browser.make(Self.checks, in: Self.gallery)
        }
    }

    @Suite(.enabled(if: Browser.firefoxIsHere, "needs firefox-esr")) struct FirefoxTests {
        fileprivate static let checks = [
            "firefox", "firefox-leads-on", "firefox-from-apod-mirror",
            "firefox-framed-by-another-origin", "firefox-drags",
        ]
        private static let gallery = Browser.Gallery()

        @Test func `Firefox shows the same pages`() async throws {
            try await Browser.make(Self.checks, in: Self.gallery)
        }
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
        let said = try await Browser.run([folder.path, "with-or-without-pictures"])
        #expect(said == "ok with-or-without-pictures")
    }

    @Test func `the picture of it in README can be taken again`() async throws {
        let folder = try TemporaryFolder()
        let days = Array(GallerySample.inventedDays.prefix(3))
        let wall = try PaintedWall(in: "\(folder.path)/.paintings", count: 3, width: 320)
        try GallerySample(days).write(to: folder.path, wall: wall)
        let picture = folder.path + "/gallery.png"
        let said = try await Browser.run(
            [folder.path, try #require(days.last).date, picture], by: "pictures/first-screen.py")
        #expect(said == "")
        let bytes = try #require(FileManager.default.contents(atPath: picture))
        #expect(bytes.dropFirst().starts(with: Array("PNG".utf8)))
    }

    @Test func `every check is made`() async throws {
        let listed = try await Browser.run(["--list"]).split(separator: "\n").map(String.init)
        let made = [
            PageTests.checks, DayTests.checks, SkyTests.checks, AccessibilityTests.checks, FirefoxTests.checks,
            Self.otherChecks,
        ].joined()
        #expect(listed.sorted() == made.sorted())
    }
}

/// What looks at a gallery, and the gallery it looks at.
enum Browser {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../browser").standardized.path

    static let isHere = [
        "/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/bin/pdftotext", "/usr/sbin/nginx",
        "/usr/lib/python3/dist-packages/selenium",
    ]
    .allSatisfy(FileManager.default.fileExists)
    static let firefoxIsHere = FileManager.default.fileExists(atPath: "/usr/bin/firefox-esr")
    static let axeIsHere = PythonPackages.has("axe_playwright_python/axe.min.js")

    /// One to look at, for as long as the tests run.
    struct Gallery: @unchecked Sendable {
        private let made: Result<TemporaryFolder, any Error>

        init() {
            made = Result {
                let folder = try TemporaryFolder()
                let wall = try PaintedWall(in: "\(folder.path)/.paintings", count: 12, width: 2400)
                try GallerySample(GallerySample.inventedDays).write(to: "\(folder.path)/APOD", wall: wall)
                return folder
            }
        }

        fileprivate func path() throws -> String { try made.get().path + "/APOD" }
    }

    /// Makes checks, each of which says in a line how it went: all of them where there is time for it, else every fourth one
    /// from a random one on, and one at least, since all take seven minutes of the processor.
    static func make(_ all: [String], in gallery: Gallery) async throws {
        let step = Abilities.isLong ? 1 : min(4, all.count)
        let checks = stride(from: Int.random(in: 0..<step), to: all.count, by: step).map { all[$0] }
        let said = try await run([gallery.path()] + checks)
        let wrong = said.split(separator: "\n").filter { !$0.hasPrefix("ok ") }
        if !wrong.isEmpty { Issue.record("\(wrong.joined(separator: "\n"))") }
        let well = said.split(separator: "\n").filter { $0.hasPrefix("ok ") }
        #expect(well.count == checks.count)
    }

    static func run(_ arguments: [String], by script: String = "run") async throws -> String {
        let home = try TemporaryFolder()
        let ended = try await Child(
            "/usr/bin/python3", ["\(folder)/\(script)"] + arguments,
            environment: home.asHome.merging([
                "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": folder,
                "APOD_CLIENTS": PythonPackages.folder, "APOD_MIRROR_BINARY": Program.binary,
                "TMPDIR": NSTemporaryDirectory(),
            ]) { $1 }
        ).end()
        return (ended.output + ended.errors).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
