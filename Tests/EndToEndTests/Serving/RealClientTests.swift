import Foundation
import SampleNASA
import TestSupport
import Testing

/// Programs that others wrote for NASA's own server.
@Suite(.needsBinary) struct RealClientTests {

    /// It needs pandas for other things of NASA's; that is not what is asked for here.
    @Test(
        .enabled(
            if: PythonPackages.has("nasapy"),
            "needs nasapy from PyPI: run Tests/run --all"))
    func `nasapy reads a mirror with its host set`() async throws {
        let served = try await ServedMirror.fresh(3)
        let script = """
            import sys, types
            sys.modules["pandas"] = types.ModuleType("pandas")
            sys.modules["pandas"].DataFrame = None
            sys.path.append(sys.argv[1])
            import nasapy
            nasa = nasapy.Nasa()
            nasa.host = sys.argv[2]
            print(nasa.picture_of_the_day()["date"], nasa.picture_of_the_day(sys.argv[3], hd=True)["date"])
            assert int(nasa.limit_remaining) > 0
            try:
                nasa.picture_of_the_day("1995-06-17")
            except Exception as error:
                print(type(error).__name__)
            """
        let ended = try await served.program.tool(
            "/usr/bin/python3", ["-c", script, PythonPackages.folder, served.origin, ServedDays.ago(2)])
        #expect(ended.output == "\(ServedDays.today) \(ServedDays.ago(2))\nHTTPError\n", "\(ended.errors)")
    }

    @Test(.needs(tool: "curl")) func `curl fetches, resumes and revalidates`() async throws {
        let served = try await ServedMirror.fresh(1)
        let (program, picture) = (served.program, served.program.server.picture(for: ServedDays.today))
        let entry = try #require(try await served.json("/planetary/apod") as? [String: Any])
        let url = try #require(entry["hdurl"] as? String)
        let file = program.folder + "/fetched.jpg"
        try Data(picture.prefix(100)).write(to: URL(filePath: file))
        let resumed = try await program.tool(
            "curl", ["--silent", "--fail", "--continue-at", "-", "--output", file, url])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(picture))
        let words = [
            "--silent", "--fail", "--etag-save", "\(file).tag", "--etag-compare", "\(file).tag", "--output", file,
        ]
        let status = ["--write-out", "%{http_code}"]
        #expect(try await program.tool("curl", words + status + [url]).output == "200")
        #expect(try await program.tool("curl", words + status + [url]).output == "304")
    }

    /// Over a slow line the pages' data of thirty years take a third of the time.
    @Test(.needs(tool: "curl")) func `pages and their scripts come in gzip to those who take it, and are the same`()
        async throws
    {
        let served = try await ServedMirror.fresh(3)
        let month = ServedDays.today.prefix(7)
        let pages = ["", "index.html", "\(month.prefix(4))/gallery.js", "\(month.prefix(4))/\(month)/", "sky.html"]
        for path in pages {
            let plain = try await served.get("/" + path)
            #expect(plain.status == 200 && plain.headers["vary"] == "Accept-Encoding", "/\(path)")
            #expect(plain.headers["content-encoding"] == nil, "/\(path)")
            let takes = ["Accept-Encoding: gzip, br"]
            let packed = try await served.get("/" + path, headers: takes)
            #expect(packed.headers["content-encoding"] == "gzip" && packed.headers["vary"] == "Accept-Encoding")
            #expect(packed.body.count < plain.body.count / 2, "/\(path): \(packed.body.count) of \(plain.body.count)")
            let tag = try #require(plain.headers["etag"])
            #expect(packed.headers["etag"] == "W/" + tag)
            // A browser that has the page as it lies there does not take it for one in gzip.
            for known in [tag, "W/" + tag] {
                let same = try await served.get("/" + path, headers: takes + ["If-None-Match: \(known)"])
                #expect(same.status == 304 && same.headers["content-encoding"] == nil, "/\(path)")
            }
            let part = try await served.get("/" + path, headers: takes + ["Range: bytes=0-9"])
            #expect(part.status == 206 && part.body == Array(plain.body.prefix(10)), "/\(path)")
            let ended = try await served.program.tool(
                "sh", ["-c", "curl --silent --fail --compressed \"$1\" | sha256sum", "sh", served.origin + "/" + path])
            let sum = try await served.program.tool(
                "sh", ["-c", "curl --silent --fail \"$1\" | sha256sum", "sh", served.origin + "/" + path])
            #expect(ended.code == 0 && ended.output == sum.output, "/\(path): \(ended.errors)")
        }
        // What is small already, or no page, goes as it lies there.
        let entry = try #require(try await served.json("/planetary/apod") as? [String: Any])
        let picture = try #require(entry["hdurl"] as? String).dropFirst(served.origin.count + 1)
        for path in [String(picture), "planetary/apod", "Today.json", "gallery.js"] {
            let answer = try await served.get("/" + path, headers: ["Accept-Encoding: gzip"])
            #expect(answer.status == 200 && answer.headers["content-encoding"] == nil, "/\(path)")
        }
        // A page that changed is packed anew.
        let page = "\(served.root)/sky.html"
        try Data(String(repeating: "<p>Other words.</p>", count: 100).utf8).write(to: URL(filePath: page))
        try await eventually("the new page") {
            let ended = try await served.program.tool(
                "curl", ["--silent", "--fail", "--compressed", served.origin + "/sky.html"])
            return ended.output.hasPrefix("<p>Other words.")
        }
    }

    @Test(.needs(tool: "wget")) func `wget takes the gallery with it`() async throws {
        let served = try await ServedMirror.fresh(5)
        let program = served.program
        let copy = program.folder + "/wget"
        let ended = try await program.tool(
            "wget",
            ["--mirror", "--no-verbose", "--execute", "robots=off", "--directory-prefix", copy, served.origin + "/"])
        #expect([0, 8].contains(ended.code), "\(ended.errors)")
        let place = copy + "/" + served.address
        let tree = try await MirrorFiles(program)
        for picture in tree.visible where picture.suffix == "jpg" {
            let copied = FileManager.default.contents(atPath: "\(place)/\(picture.path)")
            #expect(copied == picture.bytes, "\(picture.path)")
        }
        #expect(FileManager.default.contents(atPath: place + "/index.html") == tree.files["index.html"]?.bytes)
        #expect(!FileManager.default.fileExists(atPath: place + "/favorites.json"))
    }
}
