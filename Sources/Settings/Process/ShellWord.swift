extension String {
    /// The text as one word of a command that a person may copy into a shell.
    package var shellWord: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@%:="
        if !isEmpty, allSatisfy(plain.contains) { return self }
        return "'" + escaped(["'": #"'\''"#]) + "'"
    }
}

extension String {
    /// Replaces scalars, not characters: an accent that follows a quotation mark makes one `Character` with it, and a
    /// program that reads the text would still see the mark.
    package func escaped(_ places: [Unicode.Scalar: String]) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = places[scalar] { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
