import SampleNASA
import TestSupport
import Testing

@testable import RefreshTestSupport

/// Every known accident × mirrors × lengths × latencies.
@Suite("Accidents of NASA's", .timeLimit(.minutes(600)))
struct AccidentMatrixTests {
    private static let combinations = AccidentRow.all.enumerated().flatMap { Combination.all(of: $1, number: $0) }

    /// A short run takes a sample, from a random one on, so that every run tries others. A sanitizer looks at what runs side
    /// by side, which most accidents have in common.
    private static let taken = {
        let step = Abilities.isLong ? 1 : Abilities.isForSanitizer ? 200 : 100
        return stride(from: Int.random(in: 0..<step), to: combinations.count, by: step).map { combinations[$0] }
    }()

    /// Most of a combination is waiting for a slow line. Half of them have the one API, so each makes one standing mirror.
    private static let workers = 8
    private static let working = Guarded(workers)
    private static let began = ContinuousClock.now

    @Test func `a sample has each mirror, length and latency`() {
        func expectAll<Value: Hashable>(_ value: (Combination) -> Value) {
            #expect(Set(Self.taken.map(value)) == Set(Self.combinations.map(value)))
        }
        if Abilities.isForSanitizer { return }
        expectAll(\.mirror)
        expectAll(\.length)
        expectAll(\.latency)
    }

    @Test(arguments: 0..<workers)
    func `nothing right is lost, nothing uniform is stored, and all is right within two days`(
        worker: Int
    ) async throws {
        _ = Self.began
        let shape = MirrorUnderTest.Shape.allCases[worker % 2]
        let mine = Self.taken.filter { $0.shape == shape }
        var standing: StandingMirror?
        for number in stride(from: worker / 2, to: mine.count, by: Self.workers / 2) {
            let combination = mine[number]
            do {
                if combination.mirror != .fresh, standing == nil { standing = try await StandingMirror(shape) }
                try await AccidentCourse(combination, standing).run()
            } catch {
                Issue.record("\(combination): \(error)")
            }
        }
        let left = Self.working.withLock { working in
            working -= 1
            return working
        }
        let seconds = (ContinuousClock.now - Self.began).components.seconds
        if left == 0 { print("measured: \(Self.taken.count) combinations of accidents and mirrors in \(seconds) s") }
    }
}
