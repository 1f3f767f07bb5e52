import Testing

@testable import Commands

@Suite struct DesktopTests {
    @Test(
        "Desktops say which they are",
        arguments: [
            (["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], .gnome), (["XDG_CURRENT_DESKTOP": "X-Cinnamon"], .cinnamon),
            (["XDG_CURRENT_DESKTOP": "KDE"], .plasma), (["XDG_CURRENT_DESKTOP": "XFCE"], .xfce),
            (["XDG_CURRENT_DESKTOP": "sway"], .sway), (["SWAYSOCK": "/run/x"], .sway),
            (["HYPRLAND_INSTANCE_SIGNATURE": "x"], .hyprland), (["XDG_CURRENT_DESKTOP": "TDE"], nil), ([:], nil),
        ] as [([String: String], Desktop?)])
    func running(environment: [String: String], desktop: Desktop?) {
        #expect(Desktop.running(in: environment) == desktop)
    }

    @Test(
        "What reads a path as a command is not told one that could be one",
        arguments: [
            (.sway, "/home/ada/.local/state/apod-mirror/wallpaper/2026-11-20.jpg", true),
            (.sway, "/home/a b/x.jpg", false), (.sway, "/x;exec y.jpg", false), (.sway, "/$(x).jpg", false),
            (.sway, "/x,y.jpg", false), (.sway, "/é.jpg", false), (.plasma, "/home/a b/é.jpg", true),
            (.plasma, "/x'y.jpg", false), (.plasma, "/x\\y.jpg", false), (.gnome, "/x'; $(y).jpg", true),
        ] as [(Desktop, String, Bool)])
    func takes(desktop: Desktop, path: String, isFine: Bool) {
        #expect(desktop.takes(path) == isFine)
    }

    @Test func `an address holds whatever a title holds`() {
        let settings = Desktop.gnome.settings(showing: "/home/ada/APOD/2026/2026-11/2026-11-20 100% \"M64\".jpg")
        let uri = "file:///home/ada/APOD/2026/2026-11/2026-11-20%20100%25%20%22M64%22.jpg"
        #expect(settings.filter { $0.name.hasPrefix("picture-uri") }.map(\.value) == [uri, uri])
    }

    @Test func `every screen of Xfce gets it, also where none has had one`() {
        let listed =
            "/backdrop/screen0/monitorDP-1/workspace0/last-image\n/desktop-icons/style\n/backdrop/screen0/monitorX/workspace0/last-image\n"
        #expect(Desktop.xfce.settings(showing: "/a b.jpg", listed: listed).count == 2)
        #expect(Desktop.xfce.settings(showing: "/a b.jpg", listed: "").map(\.value) == ["/a b.jpg"])
    }
}
