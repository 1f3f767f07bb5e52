import Testing

@testable import Settings

@Suite struct SettingTests {
    private static let paths = AbsolutePath(home: "/home/ada", directory: nil)

    /// The value as the setting writes it again, or `nil` when it refuses it.
    private func value(_ key: String, _ written: JSON5Value) throws -> String? {
        let setting = try #require(Setting.all.first { $0.key == key })
        var configuration = Configuration(mirror: "/m", aliases: ["/x"], apiKeyFile: "/x", shareGroup: "x")
        do {
            try setting.set(written, paths: Self.paths, in: &configuration)
        } catch {
            return nil
        }
        return setting.value(in: configuration)
    }

    @Test(
        arguments: [
            ("mirror", .text("~/APOD//x/./../"), "/home/ada/APOD"), ("mirror", .text("~"), "/home/ada"),
            ("aliases", .text("/a:/b:~/c"), "/a:/b:/home/ada/c"), ("aliases", .text(""), ""),
            (
                "aliases", .text("/run/gvfs/smb-share:server=nas,share=apod:/b"),
                "/run/gvfs/smb-share:server=nas,share=apod:/b"
            ),
            ("aliases", .list([.text("/a"), .text("/b")]), "/a:/b"), ("aliases", .list([]), ""),
            ("source", .text("apod-basic"), "apod-basic"),
            (
                "source", .text("planetary-apod=http://127.0.0.1:8000/v1/apod/"),
                "planetary-apod=http://127.0.0.1:8000/v1/apod"
            ),
            ("api_key_file", .text("~/key"), "/home/ada/key"), ("api_key_file", .null, ""),
            ("api_key_file", .text(""), ""),
            ("history", .integer(90), "90 days"), ("history", .text("2020-01-01"), "2020-01-01"),
            ("keep", .text("400 days"), "400 days"), ("keep", .text("forever"), "forever"),
            ("picture_size", .integer(3_840), "3840"), ("picture_size", .text("original"), "original"),
            ("video", .text("page"), "page"), ("max_video_bytes", .text("200 MB"), "200 MB"),
            ("min_free_bytes", .integer(1_073_741_824), "1073741824"), ("connections", .text("16"), "16"),
            ("share_group", .text("family"), "family"), ("share_group", .text(""), ""),
            ("thumbnails", .flag(false), "no"), ("gallery", .text("yes"), "yes"),
        ] as [(String, JSON5Value, String)])
    func `reads a value and writes it again`(key: String, written: JSON5Value, text: String) throws {
        #expect(try value(key, written) == text)
        #expect(try value(key, .text(text)) == text)
    }

    @Test(
        arguments: [
            ("mirror", .text("")), ("mirror", .text("APOD")), ("mirror", .text("~bob/APOD")), ("mirror", .integer(1)),
            ("mirror", .text("/a\u{0}b")), ("aliases", .list([.integer(1)])), ("aliases", .flag(true)),
            ("source", .text("apod")), ("source", .text("planetary-apod")), ("source", .text("apod-basic=ftp://x/y")),
            ("source", .text("apod-basic=https://")), ("source", .text("apod-basic=https:///path")),
            ("source", .text("apod-basic=https://me:secret@x/")), ("source", .text("apod-basic=https://x/?api_key=1")),
            ("source", .text("apod-basic=https://x/a b")), ("source", .text("apod-basic=")),
            ("api_key_file", .integer(7)),
            ("history", .text("2026-13-01")), ("history", .integer(0)), ("history", .text("-3")),
            ("history", .number(1.5)),
            ("history", .text("ever")), ("keep", .text("month")), ("keep", .null), ("picture_size", .integer(1_024)),
            ("video", .flag(true)), ("max_video_bytes", .text("much")), ("max_video_bytes", .integer(-1)),
            ("connections", .integer(0)), ("connections", .integer(33)), ("connections_per_host", .integer(17)),
            ("share_group", .text("a b")), ("thumbnails", .text("maybe")), ("gallery", .integer(1)),
            ("gallery", .object([:])),
        ] as [(String, JSON5Value)])
    func `refuses what is not allowed`(key: String, written: JSON5Value) throws {
        #expect(try value(key, written) == nil)
    }

    @Test func `covers every field once`() {
        let fields = Swift.Mirror(reflecting: Configuration(mirror: "")).children.compactMap(\.label)
        #expect(fields.count == Setting.all.count)
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
    }

    @Test(arguments: Setting.all.indices)
    func `explains itself in one line`(row: Int) {
        let setting = Setting.all[row]
        #expect(!setting.help.contains("\n") && !setting.allowed.isEmpty && !setting.placeholder.isEmpty)
        #expect(!setting.option.contains("_") && setting.variable == setting.variable.uppercased())
    }
}
