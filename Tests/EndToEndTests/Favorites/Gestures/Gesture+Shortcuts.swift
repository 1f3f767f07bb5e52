extension Gesture {
    /// Small files that stand for a link.
    static let shortcuts = [
        Gesture(
            name: "a freedesktop link",
            act:
                #"""
                printf '[Desktop Entry]\nType=Link\nName=M64\nURL=file://%s\n' "$PWD/$ONE" |
                    sed 's/ /%20/g; s/Desktop%20/Desktop /' > favorites/M64.desktop
                """#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a freedesktop link to a share, as libfm writes it",
            act: #"printf '[Desktop Entry]\nType=Link\nURL=smb://nas/apod/%s\n' "$ONE" > "favorites/$ONE_NAME""#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a text of the picture's address, as Nautilus makes one of a drag out of Chromium",
            act: #"printf 'file://%s' "$PWD/$ONE" | sed 's/ /%20/g' > 'favorites/file:---2026-11-25%.txt'"#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a .url of NASA's page",
            act:
                #"""
                printf '[InternetShortcut]\r\nURL=https://apod.nasa.gov/apod/ap%s.html\r\n' "$ONE_SHORT" \
                    > favorites/APOD.url
                """#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a .url of a file on a Windows drive",
            act: #"printf '[InternetShortcut]\r\nURL=file:///Z:/%s\r\n' "$THREE" > favorites/three.url"#,
            links: ["$THREE_NAME": .three]),
        Gesture(
            name: "a Windows shortcut",
            act: #"printf 'L\0\0\0\001\024\002\0\0\0\0\0\300\0\0\0' > "favorites/$ONE_NAME - Shortcut.lnk""#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a Windows shortcut in another language",
            act: #"mkdir favorites/Sky; printf 'L\0\0\0\001\024\002\0' > "favorites/Sky/$TWO_NAME - Verknüpfung.lnk""#,
            links: ["Sky/$TWO_NAME": .two]),
        Gesture(
            name: "a macOS alias", act: #"printf 'book\0\0\0\0mark' > "favorites/$ONE_NAME alias""#,
            links: ["$ONE_NAME alias": .one]),
        Gesture(
            name: "a macOS alias of the same name", act: #"printf 'book\0\0\0\0mark' > "favorites/$ONE_NAME""#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a macOS alias whose bytes no other system sees",
            // An empty file may just as well be a copy that has only begun.
            act: #"touch "favorites/$ONE_NAME alias""#, untouched: ["$ONE_NAME alias": ""],
            favorites: ["$ONE_NAME alias": .one]),
    ]

    static let todays = [
        Gesture(
            name: "a link to Today.jpg", act: #"ln -s "$PWD/Today.jpg" favorites/"#, links: ["Today.jpg": .today]),
        Gesture(
            name: "a link to Today.json", act: "ln -s ../Today.json favorites/wow", links: ["wow": .today]),
        Gesture(
            name: "Today itself dragged in", act: "mv Today.jpg favorites/", links: ["Today.jpg": .today]),
        Gesture(name: "a copy of Today", act: "cp Today.jpg favorites/", links: ["Today.jpg": .today]),
    ]
}
