import Foundation
import Testing

/// What a user gets: one small program, with nothing in it that was not asked for.
@Suite(.needsBinary, .needsRelease) struct ShippedTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `it needs no ICU, no Foundation and one curl, that of GnuTLS`() async throws {
        let program = try Program(ServedDays.last(1))
        let libraries = try await program.tool("ldd", [Program.binary])
        #expect(libraries.code == 0)
        for word in ["icu", "Foundation", "libswift", "libcurl.so", "xml2"] {
            #expect(!libraries.output.contains(word))
        }
        #expect(libraries.output.contains("libcurl-gnutls.so.4"))
        // What those libraries need themselves is their system's business.
        let own = try await program.tool("readelf", ["--dynamic", "--wide", Program.binary])
        #expect(own.output.contains("libcurl-gnutls.so.4") && !own.output.contains("libssl"))
        for word in ["icudt", "FoundationNetworking", "FoundationICU", "FoundationEssentials", "_RegexParser"] {
            let found = try await program.tool("grep", ["--count", "--text", "--fixed-strings", word, Program.binary])
            #expect(found.output == "0\n")
        }
    }

    @Test func `libinotifytools is linked by the watch alone, and the watch holds nothing of Swift`() async throws {
        let program = try Program(ServedDays.last(1))
        for other in [Program.binary, Program.thumbnailer] {
            let libraries = try await program.tool("ldd", [other])
            #expect(libraries.code == 0 && !libraries.output.contains("inotifytools"), "\(libraries.output)")
        }
        let libraries = try await program.tool("ldd", [Program.watch])
        let own = Set(libraries.output.matches(of: #/lib[a-z]+/#).map { String($0.output) })
        #expect(own.isSuperset(of: ["libinotifytools", "libseccomp", "libc"]))
        for word in ["swift", "gumbo", "stdc++", "curl"] { #expect(!libraries.output.contains(word)) }
    }

    @Test func `no source of what ships imports Foundation`() async throws {
        let sources = Self.package.appending(path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 100)
        for file in files {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            #expect(!text.contains(#/import (?:struct |class |enum |func )?Foundation/#), "\(file)")
        }
    }

    @Test func `nothing of it is for one kind of processor`() throws {
        let files = try ["Sources", "systemd"].flatMap { place in
            let folder = Self.package.appending(path: place)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
        }
        var seen = 0
        for file in files + [Self.package.appending(path: "Package.swift")] {
            // Folders, and fonts and pictures of the gallery.
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            seen += 1
            let names = text.matches(of: #/x86|i[36]86|amd64|aarch64|arm64|armhf|riscv|\#if arch\(/#.ignoresCase())
            #expect(names.isEmpty, "\(file.path): \(names.map(\.output))")
        }
        #expect(seen > 400)
    }
}
