import Testing

@testable import Service

@Suite struct AbsentRootTests {
    @Test func `a root that is away for a day is looked for some hundred times`() {
        // Of systemd's own (RestartSec=).
        let restart = Duration.seconds(15)
        var (passed, starts) = (Duration.zero, 0)
        while passed < .seconds(86_400) {
            passed += AbsentRoot.pause(after: starts) + restart
            starts += 1
        }
        #expect((700...730).contains(starts), "\(starts) starts")
        let pauses = (0..<6).map(AbsentRoot.pause)
        #expect(pauses == pauses.sorted() && pauses[0] == .zero)
        #expect(pauses.allSatisfy { $0 + restart <= .seconds(120) })
    }
}
