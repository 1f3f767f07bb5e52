internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// Prints what a shell may offer in the place of the last of these words, a line each: a word and what it is, behind a tab, or
/// the kind of names that the shell itself knows. Without a mirror nothing is offered of what only a mirror knows.
struct Complete: Action {
    var words: [String] = []

    static let row = Command(
        name: "complete", isHidden: true, arguments: .optionalWords, help: "prints what a shell may offer",
        action: { Complete(words: $0.arguments) })

    func run(_ call: Call) -> ExitCode {
        let completion = Completion(words)
        func mirror() -> Tree? {
            let meant = Call(
                options: completion.settings, configurationFile: completion.configurationFile ?? call.configurationFile,
                threshold: call.threshold, process: call.process, output: call.output, socket: nil)
            return (try? meant.settings()).flatMap { try? Tree.open($0.configuration.mirror) }
        }
        for offer in completion.offers {
            switch offer {
            case .word(let word, let help) where word.hasPrefix(completion.typed):
                call.output.text("\(word)\t\(help)\n")
            case .word: break
            case .days:
                mirror()?.days(for: completion).forEach { call.output.text("\($0.key)\t\(printable($0.value))\n") }
            case .albums: mirror()?.albums(for: completion).forEach { call.output.text("\(printable($0))\t\n") }
            case .folders, .files, .users, .groups: call.output.line(":\(offer)")
            }
        }
        return .fine
    }
}

extension Tree {
    /// The newest days that begin as what is typed, with their titles: of all, or of favorites where only these are meant.
    fileprivate func days(for completion: Completion) -> [(key: Day, value: String)] {
        func titles(of favorites: DayMap<Favorite>) -> [Day: String] {
            Dictionary(favorites.map { ($0.key, $0.value.title ?? "") }) { $1 }
        }
        let record = (try? favoritesRecord()) ?? FavoritesRecord()
        let titles: [Day: String] =
            switch completion.command {
            case "favorites remove": titles(of: record.favorites)
            case "favorites restore": titles(of: record.removed)
            default: newest(completion.typed)
            }
        return titles.filter { "\($0.key)".hasPrefix(completion.typed) }.sorted { $0.key > $1.key }
            .prefix(Self.fewDays).map { $0 }
    }

    private func newest(_ beginning: String) -> [Day: String] {
        let listing = (try? self.listing()) ?? Listing()
        let days = listing.days.keys.reversed().lazy.filter { "\($0)".hasPrefix(beginning) }.prefix(Self.fewDays)
        let titles = days.map { ($0, listing.days[$0]?.files.first.map { String($0.dropFirst(11)) } ?? "") }
        return Dictionary(titles) { $1 }
    }

    /// As many as a terminal shows.
    private static let fewDays = 20

    fileprivate func albums(for completion: Completion) -> [String] {
        let favorites = ((try? favoritesRecord()) ?? FavoritesRecord()).favorites.values
        let albums = Set(favorites.flatMap { $0.links.map(\.album.description) })
        return albums.filter { !$0.isEmpty && $0.hasPrefix(completion.typed) }.sorted()
    }
}
