extension Gesture {
    private static let outside = "it leads out of the mirror"
    private static let folder = "it leads to a folder"
    private static let loop = "it leads back to itself"
    static let noPicture = "it is no day's picture of this mirror"

    /// What is no favorite and stays as it is.
    static let foreign = [
        Gesture(
            name: "a link to a file outside", act: "ln -s /etc/passwd favorites/",
            untouched: ["passwd": "-> /etc/passwd"],
            refused: ["passwd": outside]),
        Gesture(
            name: "a link to a file outside, named like a picture", act: #"ln -s /etc/passwd "favorites/$ONE_NAME""#,
            untouched: ["$ONE_NAME": "-> /etc/passwd"], refused: ["$ONE_NAME": outside]),
        Gesture(
            name: "a link to a month", act: #"ln -s "../$ONE_MONTH" favorites/month"#,
            untouched: ["month": "-> ../$ONE_MONTH"], refused: ["month": folder]),
        Gesture(
            name: "a link to the root", act: "ln -s .. favorites/all", untouched: ["all": "-> .."],
            refused: ["all": folder]),
        Gesture(
            name: "a link to an album", act: "mkdir favorites/Sky; ln -s Sky favorites/Heaven",
            untouched: ["Heaven": "-> Sky"], refused: ["Heaven": folder]),
        Gesture(
            name: "links that lead back to themselves",
            act: "ln -s loop favorites/loop; ln -s b favorites/a; ln -s a favorites/b",
            untouched: ["loop": "-> loop", "a": "-> b", "b": "-> a"],
            refused: ["loop": loop, "a": loop, "b": loop]),
        Gesture(
            name: "a file of the owner's", act: "printf text > favorites/notes.txt",
            untouched: ["notes.txt": "text"], refused: ["notes.txt": noPicture]),
        Gesture(
            name: "a diary named by a day", act: #"printf text > "favorites/$ONE_DAY.txt""#,
            untouched: ["$ONE_DAY.txt": "text"], refused: ["$ONE_DAY.txt": noPicture]),
        Gesture(
            name: "a link to a file of the mirror that is no picture", act: "ln -s ../favorites.json favorites/",
            untouched: ["favorites.json": "-> ../favorites.json"], refused: ["favorites.json": noPicture]),
        Gesture(
            name: "a shortcut to another site",
            act: #"printf '[InternetShortcut]\nURL=https://example.org/2026/\n' > favorites/x.url"#,
            untouched: ["x.url": "[InternetShortcut]\nURL=https://example.org/2026/\n"], refused: ["x.url": outside]),
        Gesture(
            name: "links to days that never were",
            act: "ln -s ../1995/1995-06/1995-06-17 favorites/; ln -s ../2099/2099-01/2099-01-01 favorites/",
            untouched: [
                "1995-06-17": "-> ../1995/1995-06/1995-06-17", "2099-01-01": "-> ../2099/2099-01/2099-01-01",
            ],
            refused: ["1995-06-17": "NASA published no picture on", "2099-01-01": "2099-01-01 has not come yet"]),
        Gesture(
            name: "what is hidden or not finished",
            act: """
                for name in .hidden '.goutputstream-A1B2C3' x.part 'x.jpg~' Cu1a2B3c .Trash-0 ._x .DS_Store; do
                    ln -s "$PWD/$ONE" "favorites/$name"
                done
                """,
            untouched: Dictionary(
                uniqueKeysWithValues: [
                    ".hidden", ".goutputstream-A1B2C3", "x.part", "x.jpg~", "Cu1a2B3c", ".Trash-0", "._x", ".DS_Store",
                ].map { ($0, "-> $ROOT/$ONE") })),
    ]
}
