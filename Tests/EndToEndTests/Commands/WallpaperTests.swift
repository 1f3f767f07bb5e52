import Foundation
import SampleNASA
import TestSupport
import Testing

/// The mirror's pictures on real desktops' settings, each with a session bus of its own.
@Suite(.onlyInAll("desktops"), .needsBinary, .needs(tool: "dbus-run-session")) struct WallpaperTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(4))
        let made = try await program.run("sync", "--create", "--history", "4")
        guard made.code == 0 else { throw HarnessError("sync: \(made.errors)") }
        return program
    }

    /// A script in a session of its own: `$APOD` is the program.
    private func session(_ program: Program, _ desktop: String, _ script: String) async throws -> Child.Ended {
        let own = [
            "XDG_CURRENT_DESKTOP": desktop, "APOD": Program.binary, "XDG_RUNTIME_DIR": program.folder,
            "XDG_CONFIG_HOME": program.folder + "/home/.config", "GSETTINGS_BACKEND": "keyfile",
        ]
        return try await Child(
            "/usr/bin/dbus-run-session", ["--", "bash", "-euc", script],
            environment: program.environment.merging(own) { $1 }
        ).end()
    }

    private func picture(_ program: Program, _ ago: Int) async throws -> MirrorFiles.File {
        try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(ago)))
    }

    private static let schemas = [
        "GNOME": "org.gnome.desktop.background", "X-Cinnamon": "org.cinnamon.desktop.background",
    ]

    private static let areSchemasHere = schemas.values.allSatisfy {
        Command.succeeds("gsettings", "list-keys", $0)
    }

    @Test(
        .enabled(if: areSchemasHere, "needs the settings of GNOME and Cinnamon: run Tests/run --all"),
        arguments: ["GNOME", "X-Cinnamon"])
    func `GNOME and Cinnamon show it, light and dark, and what was there before again`(desktop: String) async throws {
        let schema = try #require(Self.schemas[desktop])
        let program = try await mirror()
        let path = program.root + "/" + (try await picture(program, 2).path)
        let ended = try await session(
            program, desktop,
            """
            gsettings set \(schema) picture-uri "'file:///mine.jpg'"
            $APOD wallpaper \(ServedDays.ago(2)) --quiet
            gsettings get \(schema) picture-uri
            gsettings list-keys \(schema) | grep -q dark && gsettings get \(schema) picture-uri-dark || true
            $APOD wallpaper today --quiet
            $APOD wallpaper --undo
            gsettings get \(schema) picture-uri
            $APOD wallpaper today --unless-paused
            gsettings get \(schema) picture-uri
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        let uri = "'" + URL(filePath: path).absoluteString.replacing("'", with: "%27") + "'"
        let shown = desktop == "GNOME" ? [uri, uri] : [uri]
        let name = desktop == "GNOME" ? desktop : "Cinnamon"
        #expect(
            lines == shown + ["\(name) shows what it showed before.", "'file:///mine.jpg'", "'file:///mine.jpg'"])
    }

    @Test(.needs(tool: "xfconf-query")) func `every screen of Xfce shows it`() async throws {
        let program = try await mirror()
        let path = program.root + "/" + (try await picture(program, 0).path)
        let property = "/backdrop/screen0/monitorVGA-1/workspace0/last-image"
        let ended = try await session(
            program, "XFCE",
            """
            xfconf-query --channel xfce4-desktop --property \(property) --create --type string --set /mine.jpg
            $APOD wallpaper --quiet
            xfconf-query --channel xfce4-desktop --property \(property)
            $APOD wallpaper --undo --quiet
            xfconf-query --channel xfce4-desktop --property \(property)
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.first == path && lines.last == "/mine.jpg", "\(lines)")
    }

    @Test(.needs(tool: "xfconf-query")) func `an undo brings back any name, and never what its owner gave up`()
        async throws
    {
        let program = try await mirror()
        let property = "/backdrop/screen0/monitorVGA-1/workspace0/last-image"
        let ended = try await session(
            program, "XFCE",
            """
            show() { xfconf-query --channel xfce4-desktop --property \(property); }
            choose() { xfconf-query --channel xfce4-desktop --property \(property) --create --type string --set "$1"; }
            choose "/tmp/Müller – “β”.jpg"
            $APOD wallpaper --quiet
            $APOD wallpaper \(ServedDays.ago(2)) --quiet
            $APOD wallpaper --undo --quiet
            show
            $APOD wallpaper --quiet
            choose /tmp/second.jpg
            $APOD wallpaper --undo
            show
            $APOD wallpaper --quiet
            choose /tmp/third.jpg
            $APOD wallpaper --quiet
            $APOD wallpaper --undo --quiet
            show
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(
            ended.output.split(separator: "\n") == [
                "/tmp/Müller – “β”.jpg", "Xfce shows a picture that was chosen since; it is left as it is.",
                "/tmp/second.jpg", "/tmp/third.jpg",
            ], "\(ended.output)")
    }

    @Test(.needs(tool: "xfconf-query")) func `a desktop that refuses a picture leaves no note`() async throws {
        let program = try await mirror()
        let ended = try await session(
            program, "XFCE",
            """
            export XDG_STATE_HOME=$(mktemp -d)
            printf '#!/bin/sh\\ncase "$*" in *--set*) echo no >&2; exit 1;; esac; echo /mine.jpg\\n' > "$XDG_STATE_HOME/xfconf-query"
            chmod 755 "$XDG_STATE_HOME/xfconf-query"
            PATH="$XDG_STATE_HOME:$PATH" $APOD wallpaper --quiet || echo "refused: $?"
            PATH="$XDG_STATE_HOME:$PATH" $APOD wallpaper --undo || echo "nothing to undo: $?"
            rm -r "$XDG_STATE_HOME"
            """)
        #expect(ended.output == "refused: 1\nnothing to undo: 1\n", "\(ended)")
        #expect(ended.errors.contains("Nothing is to be undone"), "\(ended)")
    }

    @Test(.enabled(if: areSchemasHere, "needs the settings of GNOME and Cinnamon: run Tests/run --all"))
    func `who has two desktops gets back what each of them showed`() async throws {
        let program = try await mirror()
        let schemas = ["org.gnome.desktop.background", "org.cinnamon.desktop.background"]
        let ended = try await session(
            program, "GNOME",
            """
            gsettings set \(schemas[0]) picture-uri "'file:///gnome.jpg'"
            gsettings set \(schemas[1]) picture-uri "'file:///cinnamon.jpg'"
            $APOD wallpaper --quiet
            XDG_CURRENT_DESKTOP=X-Cinnamon $APOD wallpaper --quiet
            $APOD wallpaper random --quiet
            $APOD wallpaper --undo --quiet
            XDG_CURRENT_DESKTOP=X-Cinnamon $APOD wallpaper --undo --quiet
            for schema in \(schemas.joined(separator: " ")); do gsettings get $schema picture-uri; done
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.hasSuffix("'file:///gnome.jpg'\n'file:///cinnamon.jpg'\n"), "\(ended.output)")
    }

    /// sway and Plasma take an order that they read as a command or put into a script.
    @Test(arguments: [("sway", "swaymsg"), ("KDE", "plasma-apply-wallpaperimage")])
    func `a title never becomes a command`(desktop: String, command: String) async throws {
        let program = try Program(ServedDays.last(1))
        var day = try #require(program.server.day(ServedDays.today))
        day.title = "Mars, Webb's; $(touch pwned) `touch pwned` & exec x"
        program.server.update(day)
        #expect(try await program.run("sync", "--create", "--history", "1").code == 0)
        let ended = try await session(
            program, desktop,
            """
            export XDG_STATE_HOME=$(mktemp -d)
            printf '#!/bin/sh\\necho "$*" > "$XDG_STATE_HOME/told"\\n' > "$XDG_STATE_HOME/\(command)"
            chmod 755 "$XDG_STATE_HOME/\(command)"
            PATH="$XDG_STATE_HOME:$PATH" $APOD wallpaper --quiet
            path=$(grep -o '/[^ ]*' "$XDG_STATE_HOME/told")
            echo "$path"
            realpath "$path"
            rm -r "$XDG_STATE_HOME"
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        let told = ended.output.split(separator: "\n").map(String.init)
        #expect(told.first?.hasSuffix("/apod-mirror/wallpaper/\(ServedDays.today).jpg") == true, "\(told)")
        #expect(told.last == program.root + "/" + (try await picture(program, 0).path))
    }

    @Test func `nothing is guessed in the background`() async throws {
        let program = try await mirror()
        let quiet = try await session(program, "", "$APOD wallpaper --unless-paused")
        #expect(quiet.code == 0 && quiet.output.isEmpty && !quiet.errors.contains("apod-mirror: "), "\(quiet)")
    }

    /// gsettings ends well where nothing keeps what it was told.
    @Test(.enabled(if: areSchemasHere, "needs the settings of GNOME and Cinnamon: run Tests/run --all"))
    func `where no desktop runs, that is told, and nothing is to be undone`() async throws {
        let program = try await mirror()
        let nowhere = ["XDG_CURRENT_DESKTOP": "GNOME", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
        let ended = try await program.run("wallpaper", adding: nowhere)
        #expect(ended.code == 1 && ended.output.isEmpty, "\(ended)")
        #expect(
            ended.errors
                == "apod-mirror: There is no desktop here that shows a picture: GNOME's settings stayed as they were.\n"
        )
        let undone = try await program.run("wallpaper", "--undo", adding: nowhere)
        #expect(undone.code == 1 && undone.errors.contains("Nothing is to be undone"), "\(undone)")
    }

    @Test func `what cannot be done is told`() async throws {
        let program = try await mirror()
        let none = try await session(program, "KDE", "$APOD wallpaper || exit $?")
        #expect(none.code == 1 && none.errors.contains("No desktop was found"), "\(none)")
        #expect(try await session(program, "GNOME", "$APOD wallpaper --undo || exit $?").code == 1)
        #expect(try await session(program, "GNOME", "$APOD wallpaper nonsense || exit $?").code == 64)
        #expect(try await session(program, "GNOME", "$APOD wallpaper today --undo || exit $?").code == 64)
        let favorites = try await session(program, "GNOME", "$APOD wallpaper favorites || exit $?")
        #expect(favorites.code == 1 && favorites.errors.contains("no favorite has one"), "\(favorites)")
    }
}
