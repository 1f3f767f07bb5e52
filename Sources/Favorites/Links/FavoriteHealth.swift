/// How well a favorite is kept, as far as names tell and the day's JSON: no picture is read.
package struct FavoriteHealth: Equatable, Sendable {
    package var picture: Picture
    /// The title in the day's JSON; `nil` where no JSON can be read.
    package var title: String?
    /// The place where the picture is or should be; `nil` while its name is not known.
    package var path: String?
    package var vault: Vault
    package var links: Links

    package enum Picture: String, Sendable {
        case present
        /// NASA's entry is there, its picture is still to come.
        case pending
        case hidden
        case missing
        /// The day's JSON cannot be read.
        case damaged
    }

    package enum Vault: String, Sendable {
        case whole, missing, damaged
    }

    /// The worst state of a favorite's links.
    package enum Links: String, Sendable {
        case whole
        /// A link leads where the picture is not, and is still to be healed.
        case stale
        /// A recorded link is not there.
        case missing
    }

    package var isWell: Bool { problems.isEmpty }

    /// Whether the picture is all that is still to come.
    package var isWaiting: Bool {
        [.pending, .hidden, .missing].contains(picture) && vault != .damaged && links == .whole
    }

    /// The problems, in a few words each; empty when all is well. Without a picture the vault has nothing to keep.
    package var problems: [String] {
        var problems: [String] = []
        switch picture {
        case .present: break
        case .pending, .hidden, .missing: problems.append("picture to be fetched")
        case .damaged: problems.append("metadata damaged")
        }
        switch vault {
        case .missing where picture == .present: problems.append("not in the vault")
        case .damaged: problems.append("vault damaged")
        case .whole, .missing: break
        }
        switch links {
        case .whole: break
        case .stale: problems.append("link to be healed")
        case .missing: problems.append("link missing")
        }
        return problems
    }
}
