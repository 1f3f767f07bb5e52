extension Gesture {
    /// Pictures themselves, moved, copied or hard-linked.
    static let pictures = [
        Gesture(name: "a picture dragged in", act: #"mv "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a picture dragged into a new album", act: #"mkdir favorites/Sky; mv "$TWO" favorites/Sky/"#,
            links: ["Sky/$TWO_NAME": .two]),
        Gesture(
            name: "a picture dragged in and renamed", act: #"mv "$ONE" favorites/wallpaper.jpg"#,
            links: ["wallpaper.jpg": .one]),
        Gesture(
            name: "pictures, a video and a page dragged in together",
            act: #"mv "$ONE" "$TWO" "$FILM" "$PAGE" favorites/"#,
            links: ["$ONE_NAME": .one, "$TWO_NAME": .two, "$FILM_NAME": .film, "$PAGE_NAME": .page]),
        Gesture(
            name: "a picture dragged over the link it had",
            before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            act: #"mv -f "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a favorite dragged back over its picture",
            before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            // mv would ask whether both are not the same.
            act: #"perl -e 'rename $ARGV[0], $ARGV[1] or die' "favorites/$ONE_NAME" "$ONE""#, removed: [.one]),
        Gesture(
            name: "another picture called like a thumbnail", act: #"printf mine > "favorites/$ONE_DAY.320.jpg""#,
            untouched: ["$ONE_DAY.320.jpg": "mine"], refused: ["$ONE_DAY.320.jpg": noPicture]),
        Gesture(name: "a copy", act: #"cp "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(name: "a copy with its times", act: #"cp -a "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(name: "a copy of a video", act: #"cp "$FILM" favorites/"#, links: ["$FILM_NAME": .film]),
        Gesture(
            name: "a copy under another name", act: #"cp "$TWO" "favorites/untitled (1).jpeg""#,
            links: ["untitled (1).jpeg": .two]),
        Gesture(
            name: "a copy that takes its time",
            act:
                #"exec 3> "favorites/$ONE_NAME"; head -c 700 "$ONE" >&3; sleep 0.5; tail -c +701 "$ONE" >&3; exec 3>&-"#,
            links: ["$ONE_NAME": .one]),
        Gesture(name: "a hard link", act: #"cp -l "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a hard link under another name", act: #"ln "$TWO" favorites/hard.jpg"#, links: ["hard.jpg": .two]),
        Gesture(
            name: "other bytes under a day's name", act: #"printf mine > "favorites/$ONE_NAME""#,
            untouched: ["$ONE_NAME": "mine"], favorites: ["$ONE_NAME": .one]),
        Gesture(
            name: "a picture with another's name", act: #"cp "$ONE" ../new; mv ../new "favorites/$TWO_NAME""#,
            links: ["$TWO_NAME": .one]),
    ]
}
