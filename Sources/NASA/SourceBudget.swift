public import Days
internal import Folder

/// The number of requests to the source today, and the number that it still allows.
public final class SourceBudget: Sendable {
    private struct State {
        var day: Day?
        var asked = 0
        var askedEver: Int64 = 0
        var left: Int?
    }

    private let state = Monitor(State())

    public init() {}

    func noteQuestion(on day: Day) {
        state.withLock { state in
            state.asked = state.day == day ? state.asked + 1 : 1
            state.day = day
            state.askedEver += 1
        }
    }

    func note(_ headers: [String: String]) {
        guard let left = headers["x-ratelimit-remaining"].flatMap({ Int($0) }) else { return }
        state.withLock { $0.left = left }
    }

    public func asked(on day: Day) -> Int {
        state.withLock { $0.day == day ? $0.asked : 0 }
    }

    /// The number of requests since the process began.
    public var askedEver: Int64 { state.withLock { $0.askedEver } }

    /// The requests left, as the server last said; `nil` for one that does not say.
    public var left: Int? { state.withLock { $0.left } }
}
