/// What the owner of a mirror may rely on, whatever has happened to it. Told of what was done and of what was seen;
/// knows no disk, no clock and no chance.
struct ChaosModel: Equatable {
    enum Standing: Equatable {
        /// A link was dropped, or may have been; nobody has seen it persisted yet.
        case dropped
        /// Seen in `favorites.json` since it was dropped: it must not get lost any more.
        case kept(added: String)
        /// The owner took the last link away: it may go, or come back after an accident.
        case released
    }

    enum Hiding: Equatable {
        case hidden
        /// A command was cut short, a link was dropped, or what says so was removed.
        case unsure
    }

    private(set) var favorites: [String: Standing] = [:]
    private(set) var hidden: [String: Hiding] = [:]

    mutating func drop(_ day: String) {
        if case .kept = favorites[day] { return }
        favorites[day] = .dropped
        doubtHiding(of: [day])
    }

    /// `favorites restore`: only a removal can be undone.
    mutating func restore(_ day: String) {
        if favorites[day] == .released { drop(day) }
    }

    mutating func release(_ day: String) {
        if favorites[day] != nil { favorites[day] = .released }
    }

    /// - Parameter persisted: when each favorite in `favorites.json` was added.
    mutating func see(_ persisted: [String: String]) {
        for (day, added) in persisted where favorites[day] == .dropped { favorites[day] = .kept(added: added) }
    }

    /// - Parameter isDone: whether the command said so; a refusal is no attempt.
    mutating func hide(_ day: String, isDone: Bool) {
        // A link that lies there makes it visible again, at a time of its own.
        hidden[day] = isDone && favorites[day] == nil ? .hidden : .unsure
    }

    mutating func unhide(_ day: String, isDone: Bool) {
        if isDone { hidden[day] = nil } else { doubtHiding(of: [day]) }
    }

    /// Their metadata, which says what is hidden, went or may have gone.
    mutating func doubtHiding(of days: some Sequence<String>) {
        for day in days where hidden[day] != nil { hidden[day] = .unsure }
    }

    /// What is not as it must be once all is at rest.
    ///
    /// - Parameters:
    ///   - persisted: when each favorite was added.
    ///   - linked: the days that a link in `favorites/` stands for.
    func problems(persisted: [String: String], linked: Set<String>) -> [String] {
        var problems: [String] = []
        for (day, standing) in favorites {
            guard case .kept(let added) = standing else { continue }
            if persisted[day] == nil { problems.append("\(day) was a favorite, nobody removed it, and it is none") }
            if let now = persisted[day], now != added {
                problems.append("\(day) is a favorite since \(now), not \(added)")
            }
        }
        for day in persisted.keys where favorites[day] == nil { problems.append("\(day) is a favorite of nobody's") }
        for day in linked where persisted[day] == nil { problems.append("\(day) has a link and is no favorite") }
        return problems.sorted()
    }
}
