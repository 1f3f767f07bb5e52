import FoundationEssentials
import Glibc
import Testing

@testable import MirrorTestSupport
@testable import Settings

@Suite struct ConfigurationFileTests {
    private func complaint(_ text: String) -> String? {
        do {
            _ = try ConfigurationFile(path: "/f", text: text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        "{}", "", "// nothing yet\n", "{ keep: 'forever', }", "{ max_video_bytes: 2e8 }",
        "{\"keep\": \"forever\"} // done",
        "\u{FEFF}{ /* keep: 1 } */ 'keep': +40 }", "{\r\n  // why\r\n  keep: 40,\r\n  video: 'page'\r\n}\r\n",
    ])
    func `reads JSON5 as people write it`(text: String) {
        #expect(complaint(text) == nil)
    }

    @Test(arguments: [
        ("{ keep: 1\n  video: 'page' }", "/f is not valid JSON5: line 2 is the first that does not fit."),
        (
            "{\n  keep: 1,\n\n  video: page,\n  gallery: true\n}\n",
            "/f is not valid JSON5: line 4 is the first that does not fit."
        ),
        (
            "{\r\n  aliases: [\r\n    '/a',\r\n  ]\r\n  keep: 1\r\n}",
            "/f is not valid JSON5: line 5 is the first that does not fit."
        ),
        ("{ 'histo\u{202E}ri': 1 }", "/f, line 1: there is no setting histori. Is history meant?"),
        ("keep: 1", "/f is not valid JSON5: line 1 is the first that does not fit."),
        ("{ keep: 1", "/f is not valid JSON5."),
        ("[1]", "/f must hold settings between braces, such as { keep: \"forever\" }."),
        ("{\n  histroy: 'all'\n}", "/f, line 2: there is no setting histroy. Is history meant?"),
        ("{ 'picture-size': 1920 }", "/f, line 1: there is no setting picture-size. Is picture_size meant?"),
        ("{ keep: 1,\n  video: 'page',\n  \"keep\": 2 }", "/f sets keep more than once, in lines 1 and 3."),
    ])
    func `says what is wrong and where`(text: String, sentence: String) {
        #expect(complaint(text) == sentence)
    }

    @Test func `lists the settings for a key that resembles none`() throws {
        let sentence = try #require(complaint("{ colour: 1 }"))
        #expect(sentence.hasPrefix("/f, line 1: there is no setting colour. Settings are mirror, aliases, source, "))
    }

    @Test func `keeps the line of every setting`() throws {
        let text = "// keep: 1\n{\n  /* { , \n */ aliases: ['/a,b', {keep: 1}], 'video': \"it's\\\" {\",\n\n keep : 3}"
        let file = try ConfigurationFile(path: "/f", text: text)
        #expect(file.values.map(\.setting.key) == ["aliases", "keep", "video"])
        #expect(file.values.map(\.line) == [4, 6, 4])
    }

    @Test func `tells a missing file from one that cannot be read`() throws {
        let home = try TemporaryHome()
        #expect(try ConfigurationFile(path: home.root + "/none.json5") == nil)
        #expect(try ConfigurationFile(path: home.root + "/none/none.json5") == nil)
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: home.root + "/etc") }
        try #require(mkfifo(home.root + "/pipe", 0o600) == 0)
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: home.root + "/pipe") }
        try Data([0x7B, 0xFF, 0x7D]).write(to: URL(filePath: home.root + "/latin1"))
        #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: home.root + "/latin1") }
    }
}
