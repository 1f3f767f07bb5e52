import Foundation
import Testing

@testable import Settings
@testable import Setup

/// Swift takes a quote, a slash or a percent sign with a combining mark behind it for another character. Shells, systemd
/// and the kernel do not.
@Suite struct CombiningMarkTests {
    private static let mark = "\u{308}"

    @Test func `a shell reads one word`() throws {
        let path = "/a'\(Self.mark) $(id) '\(Self.mark)b"
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "printf %s \(path.shellWord)"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        shell.waitUntilExit()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        #expect(Array(printed) == Array(path.utf8))
    }

    @Test(arguments: ["\"", "\\", "%"]) func `a unit's word ends at its end`(character: String) throws {
        let escaped = (character == "%" ? "%" : "\\") + character
        #expect(try UnitText.word(UnitPath("/a\(character)\(Self.mark)")) == "\"/a\(escaped)\(Self.mark)\"")
        guard character != "%" else { return }
        #expect(ServiceSettings.quoted(character + Self.mark) == "\"\(escaped)\(Self.mark)\"")
    }

    @Test func `a path climbs nowhere`() throws {
        #expect(AbsolutePath.normalised("/srv/../\(Self.mark)x") == "/\(Self.mark)x")
        #expect(AbsolutePath.normalised("/..\(Self.mark)/x/..") == "/..\(Self.mark)")
        #expect(try AbsolutePath(home: nil, directory: nil).reading("/\(Self.mark)x/") == "/\(Self.mark)x")
    }

    @Test(arguments: ["a/\u{308}", "a\r\nb", "a:\u{308}", "a\u{7F}"]) func `a group has a name`(name: String) {
        var configuration = Configuration(mirror: "/srv/apod")
        let setting = Setting.all.first { $0.key == "share_group" }
        #expect(throws: SettingProblem.self) {
            try setting?.set(.text(name), paths: AbsolutePath(home: nil, directory: nil), in: &configuration)
        }
    }

    @Test func `a quote ends the folder of user-dirs`() {
        let text = "XDG_PICTURES_DIR=\"/mnt/a\"\(Self.mark)/b\"\n"
        #expect(picturesFolder(userDirs: text, home: "/home/ada") == "/mnt/a")
    }
}
