import TestSupport

/// Before which of its calls a program is killed: before each where there is time for it, else before some, evenly apart and
/// beginning with a random one, so that every run tries others.
struct TriedCalls: Sendable {
    let calls: [Int]

    /// - Parameters:
    ///   - all: how many calls it makes.
    ///   - some: how many of them are tried at most, where not all are.
    init(of all: Int, some: Int) {
        let step = Abilities.isLong ? 1 : max(1, (all + some - 1) / some)
        calls = Array(stride(from: Int.random(in: 1...step), through: all, by: step))
    }

    /// Those of one of several who take turns.
    func lane(_ lane: Int, of lanes: Int) -> [Int] {
        stride(from: lane, to: calls.count, by: lanes).map { calls[$0] }
    }
}
