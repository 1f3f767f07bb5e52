import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// Gestures in real file managers, on displays that nobody sees, while a keeper looks after the mirror:
/// `Tests/file-managers` makes them, and says in a line what does not hold. Each file manager makes one after the other: all of
/// its gestures with `Tests/run --long`, and else those of which it is the turn, so that each gesture is made once.
@Suite(
    "Real file managers", .onlyInAll("file managers"), .needsBinary,
    .enabled(
        if: FileManagers.areHere, "needs four file managers, two browsers, xvfb, xdotool and more: run Tests/run --all"),
    .enabled(
        if: geteuid() != 0 || Program.isForAll, "as root needs a binary that every user may run: run Tests/run --all"))
struct FileManagerTests {
    @Suite(.serialized) struct Thunar {
        @Test(arguments: FileManagers.gesturesToMake(in: "thunar"))
        func `a gesture does what it should, and open windows show it`(gesture: FileManagerGesture) async throws {
            try await FileManagers.make(gesture)
        }
    }

    @Suite(.serialized) struct PCManFM {
        @Test(arguments: FileManagers.gesturesToMake(in: "pcmanfm"))
        func `a gesture does what it should, and open windows show it`(gesture: FileManagerGesture) async throws {
            try await FileManagers.make(gesture)
        }
    }

    @Suite(.serialized) struct Nautilus {
        @Test(arguments: FileManagers.gesturesToMake(in: "nautilus"))
        func `a gesture does what it should, and open windows show it`(gesture: FileManagerGesture) async throws {
            try await FileManagers.make(gesture)
        }
    }

    @Suite(.serialized) struct Nemo {
        @Test(arguments: FileManagers.gesturesToMake(in: "nemo"))
        func `a gesture does what it should, and open windows show it`(gesture: FileManagerGesture) async throws {
            try await FileManagers.make(gesture)
        }
    }

    @Test(arguments: FileManagers.names)
    func `every gesture is made`(manager: String) async throws {
        let listed = try await FileManagers.run("--list", manager).output.split(separator: "\n").map(String.init)
        #expect(listed.sorted() == FileManagers.gestures(in: manager).map(\.name).sorted())
    }
}

struct FileManagerGesture: Sendable, CustomTestStringConvertible {
    var manager: String
    var name: String

    var testDescription: String { "\(manager): \(name)" }
}

/// What makes the gestures, and the sky that all of them are made with.
enum FileManagers {
    static let names = ["thunar", "pcmanfm", "nautilus", "nemo"]

    static func gestures(in manager: String) -> [FileManagerGesture] {
        let common = [
            "drag", "drag-copy", "drag-link", "cut-and-paste", "copy-and-paste", "twenty-at-once", "album", "rename",
            "delete", "delete-for-good",
        ]
        let undo = [
            "undo-drag", "undo-drag-copy", "undo-drag-link", "undo-cut-and-paste", "undo-copy-and-paste", "undo-delete",
        ]
        let links = ["paste-link", "undo-paste-link"]
        let known = common + (manager == "pcmanfm" ? [] : undo) + (manager == "nautilus" ? links : [])
        // Of a title Thunar asks for a link's name, and PCManFM takes none. Neither shows thumbnails as it is installed here.
        let outOfBrowsers = ["picture-out-of-firefox"] + (manager == "pcmanfm" ? [] : ["picture-out-of-chromium"])
        let titles = ["title-out-of-firefox", "title-out-of-chromium"]
        let more = ["nautilus", "nemo"].contains(manager) ? titles + ["correction"] : []
        return (known + outOfBrowsers + more).map { FileManagerGesture(manager: manager, name: $0) }
    }

    /// Each gesture is the turn of one of those that know it.
    static func gesturesToMake(in manager: String) -> [FileManagerGesture] {
        let known = gestures(in: manager)
        if Abilities.isLong { return known }
        return known.filter { gesture in
            let able = names.filter { name in gestures(in: name).contains { $0.name == gesture.name } }
            let turn = gesture.name.utf8.reduce(0) { $0 + Int($1) } % able.count
            return able[turn] == manager
        }
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../file-managers/run").standardized.path

    static let areHere =
        (["Xvfb", "xdotool", "openbox", "dbus-daemon", "chromium", "firefox-esr"] + names).allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
        } && Command.succeeds("/usr/bin/python3", script, "--list", "thunar")

    static let server = Result { try SampleNASA.started(ServedDays.last(60)) }
    /// The same days when NASA has corrected the pictures of the last ones.
    static let corrected = Result {
        let server = try SampleNASA.started(ServedDays.last(60))
        for date in server.dates.suffix(3) { server.repaint(date) }
        return server
    }

    static func make(_ gesture: FileManagerGesture) async throws {
        let ended = try await run(
            Program.binary, server.get().apodBasicURL, corrected.get().apodBasicURL, gesture.manager, gesture.name)
        print(ended.errors, terminator: "")
        #expect(ended.output == "ok \(gesture.manager) \(gesture.name)\n", "\(ended.errors)")
    }

    static func run(_ arguments: String...) async throws -> Child.Ended {
        let home = try TemporaryFolder()
        var environment = ["PATH": "/usr/bin:/bin", "HOME": home.path, "PYTHONDONTWRITEBYTECODE": "1"]
        environment["APOD_SLOW_LIBRARY"] = ProcessInfo.processInfo.environment["APOD_SLOW_LIBRARY"]
        return try await Child("/usr/bin/python3", [script] + arguments, environment: environment).end()
    }
}
