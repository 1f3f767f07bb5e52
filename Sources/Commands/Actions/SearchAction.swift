internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// Prints date, title and path of every picture whose title and explanation hold all the words, newest first.
struct SearchAction: Action {
    var words: [String]
    var amongFavorites = false

    func run(_ call: Call) async throws -> ExitCode {
        try call.session().search(words, amongFavorites: amongFavorites)
    }
}

extension Session {
    fileprivate func search(_ words: [String], amongFavorites: Bool) throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let favorites = amongFavorites ? Set((try tree.favoritesRecord()?.favorites ?? [:]).keys) : nil
        let query = SearchQuery(words)
        var found = 0
        for day in try tree.listing().presentDays.reversed() where favorites?.contains(day) ?? true {
            guard let json = try? tree.root.read(Tree.metadataPath(day)), query.mayMatch(json),
                let metadata = try? Metadata(json), let file = metadata.mirror.picture?.file,
                metadata.mirror.state != .hidden, query.matches(metadata)
            else { continue }
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
