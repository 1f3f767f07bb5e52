internal import Settings
internal import Setup

extension Command {
    static let setup = Command(
        name: "setup", arguments: .optionalUser,
        options: [.share, .serve, .favoritesByWeb, .user, .wallpaper, .remove],
        help: "makes the mirror's service, or changes where it keeps the mirror",
        details: """
            Makes the mirror's folder as that user, writes /etc/apod-mirror/USER.json5 and what the service's sandbox \
            must allow, then starts the service and lets it start with the machine. Needs sudo, whose caller is meant \
            unless a USER is named. The mirror is APOD in the user's pictures folder unless --mirror names another; \
            every folder on the way is to be root's or the user's, nobody else may write there, and no link leads to \
            it. With --serve the mirror answers, as apod-mirror serve does, at 127.0.0.1:8095 or the named ADDRESS:PORT, \
            and with --serve no it does not any more. With --favorites-by-web, too, the star of a picture in the gallery makes \
            or ends a favorite, until --favorites-by-web no; that takes an address that the household reaches, such as \
            0.0.0.0:8095. With --user it is a service of your own and needs no sudo, and \
            with --wallpaper your desktop follows the day's picture, until --wallpaper no. Run again it changes only what \
            has to change. --remove leaves pictures and favorites alone.
            """,
        action: { words throws(UsageError) in
            let user = words.arguments.first
            if words.has(.user), user != nil {
                throw words.error("setup --user is for the user who calls it; name no other.")
            }
            if words.has(.remove), words.has(.share) { throw words.error("setup --remove takes no --share.") }
            if words.has(.remove), words.has(.serve) { throw words.error("setup --remove takes no --serve.") }
            if words.has(.remove), words.has(.favoritesByWeb) {
                throw words.error("setup --remove takes no --favorites-by-web.")
            }
            if words.has(.wallpaper), !words.has(.user) || words.has(.remove) {
                throw words.error("--wallpaper is for a service of your own: setup --user --wallpaper.")
            }
            return .setup(
                SetupRequest(
                    user: user, isUserService: words.has(.user), share: words.value(.share),
                    removes: words.has(.remove), serving: try words.serving(),
                    takesStars: try words.favoritesByWeb(),
                    wallpaper: words.value(.wallpaper).map { $0 != "no" }))
        })

    static let serviceMount = Command(
        name: "service-mount", isHidden: true, arguments: .optionalUser, options: [.remove],
        help: "what the service does as root before it starts and after its end",
        action: { words throws(UsageError) in
            guard let user = words.arguments.first else { throw words.error("service-mount needs a user.") }
            return .mountForService(user: user, removes: words.has(.remove))
        })
}
