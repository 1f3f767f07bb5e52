import SampleNASA

extension Gesture {
    /// Links to what is not there, or not any more.
    static let wanted = [
        Gesture(
            name: "a link to a day that is not mirrored yet",
            act: #"ln -s "../$LATER_MONTH/$LATER_DAY" "favorites/$LATER_DAY""#, links: ["$LATER_NAME": .later]),
        Gesture(
            name: "a link to a day that is not mirrored yet, in an album, by a name",
            act: #"mkdir favorites/Sky; ln -s "$PWD/$LATER_MONTH/$LATER_DAY Something.jpg" "favorites/Sky/old""#,
            links: ["Sky/old": .later]),
        Gesture(
            name: "NASA's page of a day that is not mirrored yet",
            act:
                #"""
                printf '[InternetShortcut]\nURL=https://apod.nasa.gov/apod/ap%s.html\n' "$LATER_SHORT" \
                    > favorites/APOD.url
                """#,
            links: ["$LATER_NAME": .later]),
        Gesture(
            name: "a link to a day whose picture is pending", act: #"ln -s "$PWD/$WAITING_JSON" favorites/"#,
            links: ["$WAITING_NAME": .waiting], news: { $0.setFault(nil, for: .media(KnownDay.waiting.date)) }),
        Gesture(
            name: "a link to a hidden day",
            act: #"ln -s "../$HIDDEN_MONTH/$HIDDEN_DAY" "favorites/$HIDDEN_DAY""#,
            links: ["$HIDDEN_NAME": .hidden]),
        Gesture(
            name: "a link to a name that the picture had once",
            act: #"ln -s "$PWD/$ONE_MONTH/$ONE_DAY A Former Title.jpg" favorites/"#,
            links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a favorite whose picture is deleted",
            before: #"ln -s "$PWD/$ONE" favorites/"#, linksBefore: ["$ONE_NAME": .one],
            act: #"rm "$ONE""#, links: ["$ONE_NAME": .one]),
        Gesture(
            name: "a favorite whose picture and story are deleted",
            before: #"ln -s "$PWD/$FILM" favorites/"#, linksBefore: ["$FILM_NAME": .film],
            act: #"rm "$FILM" "$FILM_JSON""#, links: ["$FILM_NAME": .film]),
    ]
}
