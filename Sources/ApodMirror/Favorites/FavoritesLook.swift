internal import Folder

/// How much of `favorites/` a pass looks at.
enum FavoritesLook: Equatable, Sendable {
    /// These names below it, and all that lies in those that are albums.
    case names(Set<FilePath>)
    /// Every name. What is found as it was known to be needs nothing more.
    case allNames
    /// Everything that hangs on favorites, as if nothing was known.
    case everything

    /// No name: what is due for another reason is done all the same.
    static let nothing = FavoritesLook.names([])

    var listsAllNames: Bool {
        if case .names = self { false } else { true }
    }

    /// One look that serves for both.
    func with(_ other: FavoritesLook) -> FavoritesLook {
        switch (self, other) {
        case (.everything, _), (_, .everything): .everything
        case (.allNames, _), (_, .allNames): .allNames
        case (.names(let names), .names(let others)): .names(names.union(others))
        }
    }
}

/// A look that is due although nothing may happen until then.
struct LaterLook: Equatable, Sendable {
    var after: Duration
    var look: FavoritesLook

    /// The sooner of two; the one that is made first says what else is due. A look at all names is not made with every
    /// part of thousands that are tidied: what it is to prove, it proves when those are done.
    func orSooner(_ other: LaterLook?) -> LaterLook {
        guard let other else { return self }
        if after == other.after { return LaterLook(after: after, look: look.with(other.look)) }
        return after < other.after ? self : other
    }
}
