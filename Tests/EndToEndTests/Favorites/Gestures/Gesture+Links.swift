extension Gesture {
    static let links = [
        Gesture(
            name: "an absolute link to a picture", act: #"ln -s "$PWD/$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(name: "a relative link to a picture", act: #"ln -s "../$TWO" favorites/"#, links: ["$TWO_NAME": .two]),
        Gesture(name: "a link to a video", act: #"ln -s "$PWD/$FILM" favorites/"#, links: ["$FILM_NAME": .film]),
        Gesture(name: "a link to a page", act: #"ln -s "$PWD/$PAGE" favorites/"#, links: ["$PAGE_NAME": .page]),
        Gesture(
            name: "a link to a day's JSON", act: #"ln -s "$PWD/$ONE_JSON" "favorites/its story""#,
            links: ["its story": .one]),
        Gesture(
            name: "a link to a day's JSON under its bare date", act: #"ln -s "$PWD/$ONE_JSON" favorites/"#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a link under a name of the owner's", act: #"ln -s "$PWD/$ONE" "favorites/My galaxy""#,
            links: ["My galaxy": .one]),
        Gesture(
            name: "a link as file managers name a second one",
            act: #"ln -s "$PWD/$ONE" "favorites/Link to $ONE_NAME""#, links: ["Link to $ONE_NAME": .one]),
        Gesture(
            name: "a link through a network mount of another machine",
            act: #"ln -s "/run/user/1000/gvfs/smb-share:server=nas,share=apod/$ONE" favorites/"#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a link through a path full of dots and slashes",
            act: #"ln -s "$PWD//favorites/../$TWO_MONTH/./metadata/..//$TWO_NAME" favorites/"#,
            links: ["$TWO_NAME": .two]),
        Gesture(
            name: "a link to another favorite",
            act: #"ln -s "$PWD/$ONE" favorites/first; ln -s first favorites/second; ln -s second favorites/third"#,
            links: ["first": .one, "second": .one, "third": .one]),
        Gesture(
            name: "a link that takes another's place by ln -sf",
            before: #"ln -s "$PWD/$ONE" favorites/mine"#, linksBefore: ["mine": .one],
            act: #"ln -sf "$PWD/$TWO" favorites/mine"#, links: ["mine": .two], removed: [.one]),
        Gesture(
            name: "a new album with a link, and one in that",
            act:
                #"""
                mkdir -p favorites/Sky/Moons
                ln -s "$PWD/$ONE" favorites/Sky/
                ln -s "$PWD/$TWO" favorites/Sky/Moons/
                """#,
            links: ["Sky/$ONE_NAME": .one, "Sky/Moons/$TWO_NAME": .two]),
        Gesture(
            name: "the same day twice", act: #"ln -s "$PWD/$ONE" favorites/a; ln -s "$PWD/$ONE_JSON" favorites/b"#,
            links: ["a": .one, "b": .one]),
        Gesture(
            name: "the same day in several albums",
            act:
                #"""
                mkdir favorites/Sky favorites/2026
                ln -s "$PWD/$ONE" favorites/Sky/
                ln -s "$PWD/$ONE" favorites/2026/
                """#,
            links: ["Sky/$ONE_NAME": .one, "2026/$ONE_NAME": .one]),
        Gesture(
            name: "a copy of an album",
            before: #"mkdir favorites/Sky; ln -s "$PWD/$ONE" favorites/Sky/"#,
            linksBefore: ["Sky/$ONE_NAME": .one],
            act: "cp -a favorites/Sky favorites/Heaven",
            links: ["Sky/$ONE_NAME": .one, "Heaven/$ONE_NAME": .one]),
    ]
}
