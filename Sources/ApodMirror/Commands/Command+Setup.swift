extension Command {
    static let setup = Command(
        name: "setup", arguments: .optionalUser, options: [.share, .user, .remove],
        help: "makes the mirror's service, or changes where it keeps the mirror",
        details: """
            Makes the mirror's folder as that user, writes /etc/apod-mirror/USER.json5 and what the service's sandbox \
            must allow, then starts the service and lets it start with the machine. Needs sudo, whose caller is meant \
            unless a USER is named. The mirror is APOD in the user's pictures folder unless --mirror names another; \
            every folder on the way is to be root's or the user's, nobody else may write there, and no link leads to \
            it. With --user it is a service of your own and needs no sudo. Run again it changes \
            only what has to change. --remove leaves pictures and favorites alone.
            """,
        action: { words throws(UsageError) in
            let user = words.arguments.first
            if words.has(.user), user != nil { throw words.error("setup --user is for whoever calls it; name nobody.") }
            if words.has(.remove), words.has(.share) { throw words.error("setup --remove takes no --share.") }
            return SetupAction(
                user: user, isUserService: words.has(.user), share: words.values[CommandOption.share.name],
                removes: words.has(.remove))
        })

    static let serviceMount = Command(
        name: "service-mount", isHidden: true, arguments: .optionalUser, options: [.remove],
        help: "what the service does as root before it starts and after its end",
        action: { words throws(UsageError) in
            guard let user = words.arguments.first else { throw words.error("service-mount needs a user.") }
            return ServiceMountAction(user: user, removes: words.has(.remove))
        })
}
