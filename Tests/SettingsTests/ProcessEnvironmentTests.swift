import Testing

@testable import Settings

@Suite struct ProcessEnvironmentTests {
    @Test(
        arguments: [
            ("/home/ada", "/home/ada"), ("/home/ada/", "/home/ada"), ("", "/home/passwd"), ("relative", "/home/passwd"),
            (nil, "/home/passwd"),
        ] as [(String?, String)])
    func `asks the passwd entry when HOME says nothing`(variable: String?, home: String) {
        let environment = variable.map { ["HOME": $0] } ?? [:]
        #expect(ProcessEnvironment.home(environment: environment, passwd: "/home/passwd") == home)
    }

    @Test func `finds the process's own`() {
        let process = ProcessEnvironment.ofProcess()
        #expect(process.environment["PATH"] != nil)
        #expect(process.workingDirectory.hasPrefix("/"))
    }

    @Test(arguments: [
        ("XDG_PICTURES_DIR=\"$HOME/Bilder\"", "/h/Bilder"),
        ("XDG_PICTURES_DIR=\"/srv/My \\\"Pics\\\"/\"", "/srv/My \"Pics\""),
        ("# XDG_PICTURES_DIR=\"$HOME/No\"\nXDG_MUSIC_DIR=\"$HOME/M\"\n  XDG_PICTURES_DIR=\"$HOME/Yes\"\r\n", "/h/Yes"),
        ("XDG_PICTURES_DIR=\"$HOME/\"", "/h/Pictures"), ("XDG_PICTURES_DIR=\"relative\"", "/h/Pictures"),
        ("XDG_PICTURES_DIR=\"$HOMELAND/x\"", "/h/Pictures"), ("XDG_PICTURES_DIR=\"$HOME/open", "/h/Pictures"),
        ("", "/h/Pictures"),
    ])
    func `reads user-dirs as a shell would`(text: String, folder: String) {
        #expect(picturesFolder(userDirs: text, home: "/h") == folder)
    }
}
