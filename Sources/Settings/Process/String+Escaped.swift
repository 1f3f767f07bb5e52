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
