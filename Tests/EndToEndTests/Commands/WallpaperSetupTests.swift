import Foundation
import SampleNASA
import Testing

/// A user's desktop that follows the day's picture, under their own systemd.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct WallpaperSetupTests {
    @Test func `each new picture is handed to the desktop, until that is ended`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("loginctl enable-linger anna")
        try await bench.box.eventually("anna's systemd", "[ -S /run/user/$(id -u anna)/systemd/private ]")
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        defer { server.stop() }
        // A desktop of the kind that takes orders: what it is told is all that is to be known.
        try await bench.box.shell(
            """
            printf '#!/bin/sh\\necho "$*" >> /home/anna/told\\n' > /usr/local/bin/swaymsg
            chmod 755 /usr/local/bin/swaymsg
            """)
        try await bench.anna(
            "systemctl --user set-environment XDG_CURRENT_DESKTOP=sway PATH=/usr/local/bin:/usr/bin:/bin")
        let made = try await bench.anna("apod-mirror setup --user --wallpaper")
        #expect(made.contains("The desktop follows the day's picture"), "\(made)")
        try await bench.box.eventually("a word to the desktop", "grep -q '\(ServedDays.today).*fill' /home/anna/told")
        try await bench.anna("apod-mirror wallpaper --pause; : > told; touch -d now Pictures/APOD/Today.json")
        try await bench.anna(
            "systemctl --user start apod-mirror-wallpaper.service; systemctl --user is-failed apod-mirror-wallpaper.service || true"
        )
        #expect(try await bench.box.shell("cat /home/anna/told") == "")
        try await bench.anna("apod-mirror setup --user --wallpaper")
        try await bench.box.eventually("a word again", "grep -q '\(ServedDays.today).*fill' /home/anna/told")
        #expect(try await bench.anna("apod-mirror setup --user --wallpaper no").contains("left alone"))
        #expect(try await bench.anna("systemctl --user is-active apod-mirror-wallpaper.path || true") == "inactive")
    }
}
