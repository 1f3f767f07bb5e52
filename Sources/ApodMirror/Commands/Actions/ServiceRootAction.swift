extension Session {
    /// The step of `setup` that runs as the user whose mirror it is: tells the settings, or makes the root.
    func serviceRoot(create: Bool) throws -> ExitCode {
        if create {
            let start = configuration.history.startDay(today: today())
            output.line("\(try ServiceRoot(path: configuration.mirror).make(start: start))")
        } else {
            output.text(configuration.mirror + "\n" + (configuration.shareGroup ?? "") + "\n")
        }
        return .fine
    }
}
