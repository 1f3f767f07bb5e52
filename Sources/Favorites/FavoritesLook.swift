package import Folder

/// How much of `favorites/` a pass looks at.
package enum FavoritesLook: Equatable, Sendable {
    /// These names below it, and all that lies in those that are albums.
    case names(Set<FilePath>)
    /// Every name. What is found as it was known to be needs nothing more.
    case allNames
    /// Everything that hangs on favorites, as if nothing was known.
    case everything

    /// No name: what is due for another reason is done all the same.
    package static let nothing = FavoritesLook.names([])

    package var listsAllNames: Bool {
        if case .names = self { false } else { true }
    }

    /// One look that serves for both.
    package func with(_ other: FavoritesLook) -> FavoritesLook {
        switch (self, other) {
        case (.everything, _), (_, .everything): .everything
        case (.allNames, _), (_, .allNames): .allNames
        case (.names(let names), .names(let others)): .names(names.union(others))
        }
    }
}

/// A look that is due although nothing may happen until then.
package struct LaterLook: Equatable, Sendable {
    package var after: Duration
    package var look: FavoritesLook

    package init(after: Duration, look: FavoritesLook) {
        self.after = after
        self.look = look
    }

    /// The sooner of two; the one that is made first says what else is due. A look at all names is not made with every
    /// part of thousands that are tidied: what it is to prove, it proves when those are done.
    package func orSooner(_ other: LaterLook?) -> LaterLook {
        guard let other else { return self }
        if after == other.after { return LaterLook(after: after, look: look.with(other.look)) }
        return after < other.after ? self : other
    }
}
