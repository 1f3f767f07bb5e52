/// A clock by which answers are dated, and what is wrong with it.
public enum WrongClock: Sendable, Hashable {
    /// Shows the same time for ever, in seconds since 1970; without one that at which it stopped.
    case stopped(at: Int? = nil)
    /// So many seconds ahead.
    case off(by: Int)

    /// What it shows, given the server's right time.
    func reading(at now: Int) -> Int {
        switch self {
        case .stopped(let time): return time ?? now
        case .off(let seconds): return now + seconds
        }
    }
}

extension Fault {
    /// The fault as it is from now on: a clock that stops shows this time.
    func begun(at now: Int) -> Fault { self == .clock(.stopped()) ? .clock(.stopped(at: now)) : self }
}
