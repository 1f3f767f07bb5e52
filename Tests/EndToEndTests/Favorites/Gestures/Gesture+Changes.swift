extension Gesture {
    /// A favorite that stays one, with the moment it was added.
    static let changes = [
        Gesture(
            name: "a link renamed", before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            act: #"mv "favorites/$ONE_NAME" "favorites/My galaxy""#, links: ["My galaxy": .one]),
        Gesture(
            name: "a link moved into an album",
            before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            act: #"mkdir favorites/Sky; mv "favorites/$ONE_NAME" favorites/Sky/"#, links: ["Sky/$ONE_NAME": .one]),
        Gesture(
            name: "a link under a name of the owner's moved into an album",
            before: #"ln -s "$PWD/$ONE" "favorites/My galaxy""#, linksBefore: ["My galaxy": .one],
            act: #"mkdir -p favorites/Sky/Deep; mv "favorites/My galaxy" favorites/Sky/Deep/"#,
            links: ["Sky/Deep/My galaxy": .one]),
        Gesture(
            name: "a link under a name of the owner's moved out of its album",
            before: #"mkdir -p favorites/Sky/Deep; ln -s "$PWD/$ONE" "favorites/Sky/Deep/My galaxy""#,
            linksBefore: ["Sky/Deep/My galaxy": .one],
            act: #"mv "favorites/Sky/Deep/My galaxy" favorites/"#, links: ["My galaxy": .one]),
        Gesture(
            name: "an album renamed",
            before: #"mkdir favorites/Sky; ln -s "$PWD/$ONE" favorites/Sky/; ln -s "$PWD/$TWO" favorites/Sky/two"#,
            linksBefore: ["Sky/$ONE_NAME": .one, "Sky/two": .two],
            act: "mv favorites/Sky favorites/Heaven", links: ["Heaven/$ONE_NAME": .one, "Heaven/two": .two]),
        Gesture(
            name: "an album moved into another",
            before: #"mkdir favorites/Sky favorites/Best; ln -s "$PWD/$ONE" favorites/Sky/one"#,
            linksBefore: ["Sky/one": .one],
            act: "mv favorites/Sky favorites/Best/", links: ["Best/Sky/one": .one]),
        Gesture(
            name: "a link replaced by the picture's copy",
            before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            act: #"cp --remove-destination "$ONE" favorites/"#, links: ["$ONE_NAME": .one]),
        Gesture(
            name: "one of two links deleted",
            before: #"ln -s "$PWD/$ONE" favorites/a; ln -s "$PWD/$ONE" favorites/b"#,
            linksBefore: ["a": .one, "b": .one],
            act: "rm favorites/a", links: ["b": .one]),
    ]

    static let removals = [
        Gesture(
            name: "the last link deleted", before: #"ln -s "$PWD/$ONE" favorites/"#,
            linksBefore: ["$ONE_NAME": .one], act: #"rm "favorites/$ONE_NAME""#, removed: [.one]),
        Gesture(
            name: "the last link trashed", before: #"ln -s "$PWD/$ONE" favorites/"#,
            linksBefore: ["$ONE_NAME": .one], act: #"gio trash "favorites/$ONE_NAME""#, removed: [.one]),
        Gesture(
            name: "the last link moved out of favorites/", before: #"ln -s "$PWD/$ONE" favorites/mine"#,
            linksBefore: ["mine": .one], act: "mv favorites/mine ../home/", removed: [.one]),
        Gesture(
            name: "an album deleted",
            before:
                #"mkdir -p favorites/Sky/Deep; ln -s "$PWD/$ONE" favorites/Sky/; ln -s "$PWD/$TWO" favorites/Sky/Deep/"#,
            linksBefore: ["Sky/$ONE_NAME": .one, "Sky/Deep/$TWO_NAME": .two],
            act: "rm -r favorites/Sky", removed: [.one, .two]),
        Gesture(
            name: "an album trashed",
            before: #"mkdir favorites/Sky; ln -s "$PWD/$ONE" favorites/Sky/; ln -s "$PWD/$ONE" favorites/one"#,
            linksBefore: ["Sky/$ONE_NAME": .one, "one": .one],
            act: "gio trash favorites/Sky", links: ["one": .one]),
    ]
}
