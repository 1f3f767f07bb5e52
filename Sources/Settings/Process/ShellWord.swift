extension String {
    /// The text as one word of a command that a person may copy into a shell.
    package var shellWord: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@%:="
        if !isEmpty, allSatisfy(plain.contains) { return self }
        return "'" + escaped(["'": #"'\''"#]) + "'"
    }
}
