@_spi(_Unicode) internal import Swift

extension Session {
    /// Prints date, title and path of every picture whose title and explanation hold all the words, newest first.
    func search(_ words: [String], amongFavorites: Bool) throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let favorites = amongFavorites ? Set((try tree.favoritesRecord()?.favorites ?? [:]).keys) : nil
        let wanted = words.map(folded)
        var found = 0
        for day in try tree.listing().presentDays.reversed() where favorites?.contains(day) ?? true {
            guard let metadata = try? tree.metadata(day), let file = metadata.mirror.picture?.file,
                metadata.mirror.state != .hidden
            else { continue }
            let text = folded(metadata.title + "\n" + metadata.explanation)
            guard wanted.allSatisfy({ text.contains($0) }) else { continue }
            found += 1
            output.line("\(day)  \(metadata.title)")
            output.line("            \(shown(tree.path(of: file, day: day)))")
        }
        if found == 0 {
            let kind = amongFavorites ? "favorite" : "picture"
            output.complain(
                "No \(kind) has \(words.count == 1 ? "the word" : "all the words") \(words.joined(separator: " ")).")
            return .notAllWell
        }
        return .fine
    }
}

/// Text as it is compared: without case and accents.
func folded(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.lowercased()._nfd where scalar.properties.generalCategory != .nonspacingMark {
        plain.append(scalar)
    }
    return String(plain)
}
