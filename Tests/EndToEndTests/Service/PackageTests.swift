import Foundation
import TestSupport
import Testing

/// What `systemd/package` builds.
@Suite(.needsPackage) struct PackageTests {
    @Test func `holds what belongs to it and nothing else`() async throws {
        let lines = try await Package.ask("--contents").split(separator: "\n")
        let files = lines.filter { !$0.hasPrefix("d") }.map { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            return "\(fields[0]) \(fields[5].dropFirst(2))"
        }
        let pages = try Document.all.get().map(\.path).filter { $0.hasPrefix("docs/") }
        let documents = Set(
            (pages + ["README.md", "SECURITY.md"]).map { "-rw-r--r-- usr/share/doc/apod-mirror/\($0).gz" })
        #expect(pages.contains("docs/gallery.md") && documents.isSubset(of: files))
        #expect(
            Set(files).subtracting(documents) == [
                "-rwxr-xr-x usr/bin/apod-mirror",
                "-rwxr-xr-x usr/libexec/apod-mirror/apod-mirror-thumbnailer",
                "-rwxr-xr-x usr/libexec/apod-mirror/apod-mirror-watch",
                "-rw-r--r-- etc/apod-mirror/config.json5",
                "-rw-r--r-- usr/lib/systemd/system/apod-mirror@.service",
                "-rw-r--r-- usr/lib/systemd/user/apod-mirror.service",
                "-rw-r--r-- usr/lib/systemd/system/apod-mirror-serve@.socket",
                "-rw-r--r-- usr/lib/systemd/system/apod-mirror-serve@.service",
                "-rw-r--r-- usr/lib/systemd/user/apod-mirror-wallpaper.path",
                "-rw-r--r-- usr/lib/systemd/user/apod-mirror-wallpaper.service",
                "-rw-r--r-- usr/lib/systemd/user/apod-mirror-serve.socket",
                "-rw-r--r-- usr/lib/systemd/user/apod-mirror-serve.service",
                "-rw-r--r-- usr/share/man/man1/apod-mirror.1.gz",
                "-rw-r--r-- usr/share/man/man5/apod-mirror.json5.5.gz",
                "-rw-r--r-- usr/share/bash-completion/completions/apod-mirror",
                "-rw-r--r-- usr/share/zsh/vendor-completions/_apod-mirror",
                "-rw-r--r-- usr/share/fish/vendor_completions.d/apod-mirror.fish",
                "-rw-r--r-- usr/share/doc/apod-mirror/changelog.gz",
                "-rw-r--r-- usr/share/doc/apod-mirror/copyright",
                "-rw-r--r-- usr/share/lintian/overrides/apod-mirror",
            ])
        #expect(lines.allSatisfy { $0.split(separator: " ")[1] == "root/root" })
    }

    @Test func `says what it needs and whose file the settings are`() async throws {
        let depends = try await Package.ask("--field", "Depends")
        // Their numbers are those of the system that it is built on.
        for library in [
            "libc6", "libgraphicsmagick-q16-3", "libgumbo", "libinotifytools0", "libgcrypt20",
            "libmicrohttpd12", "libseccomp2", "zlib1g",
        ] {
            #expect(depends.contains(library))
        }
        let curl = depends.split(separator: ", ").filter { $0.hasPrefix("libcurl") }
        #expect(curl.count == 1 && curl.allSatisfy { $0.contains("-gnutls") })
        #expect(!depends.contains("libicu"))
        #expect(try await Package.ask("--info", "conffiles") == "/etc/apod-mirror/config.json5\n")
        for script in ["postinst", "prerm", "postrm"] { #expect(try await Package.ask("--info", script) != "") }
    }

    @Test func `has the program with its version, and settings that it understands`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Package.ask("--extract", folder.path)
        let program = folder.path + "/usr/bin/apod-mirror"
        let version = try await Child(program, ["--version"], environment: [:]).end()
        let field = try await Package.ask("--field", "Version")
        #expect(version.output == "apod-mirror \(field)")
        let settings = try await Child(
            program, ["config", "--config", folder.path + "/etc/apod-mirror/config.json5"],
            environment: ["HOME": folder.path]
        ).end()
        #expect(settings.code == 0 && settings.errors.isEmpty)
        #expect(!settings.output.contains("config.json5"))
    }

    @Test func `has pages that man reads`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Package.ask("--extract", folder.path)
        for page in ["man1/apod-mirror.1", "man5/apod-mirror.json5.5"] {
            let unpacked = try await Child(
                "/usr/bin/env", ["gzip", "-cd", "\(folder.path)/usr/share/man/\(page).gz"], environment: [:]
            ).end()
            #expect(unpacked.output.hasPrefix(".TH "))
        }
    }

    @Test(.needs(tool: "lintian")) func `gives lintian nothing to say`() async throws {
        let file = try #require(Package.file)
        let ended = try await Child(
            "/usr/bin/env", ["lintian", "--fail-on", "error,warning", file],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
        ).end()
        #expect(ended.code == 0)
        #expect(ended.output == "")
    }
}
