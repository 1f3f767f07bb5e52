import Testing

@testable import Service
@testable import Settings

/// What a command line says of how things are to be, where a daemon has the mirror.
@Suite struct NamedSettingsTests {
    private static let all = Order.fetch(since: nil, until: nil, from: OtherMirrors())

    private func refusal(
        _ values: [String: String], of order: Order = all, _ change: (inout Configuration) -> Void = { _ in }
    ) -> String? {
        var own = Configuration(mirror: "/m")
        change(&own)
        return NamedSettings(values: values).refusal(of: order, by: own, place: "/m")
    }

    @Test func `what is the daemon's, too, is no matter`() {
        #expect(refusal([:]) == nil)
        #expect(refusal(["sidecars": "off", "connections": "6"]) == nil)
    }

    @Test func `what is not is refused, and what would have to be done is told`() {
        let begun = "The daemon that keeps /m uses its own settings: "
        let rest = " Change them where they are set and restart it, or leave out "
        #expect(refusal(["sidecars": "xmp"]) == begun + "sidecars is off." + rest + "--sidecars.")
        #expect(
            refusal(["api_key_file": "/key", "keep": "90 days"])
                == begun + "api_key_file is none, keep is forever." + rest + "--api-key-file and --keep.")
    }

    @Test func `history is taken, unless it is longer than what is kept`() {
        #expect(refusal(["history": "all"]) == nil)
        #expect(refusal(["history": "90 days"]) { $0.keep = .days(120) } == nil)
        let refused = refusal(["history": "year"]) { $0.keep = .days(120) }
        #expect(refused?.contains(": keep is 120 days, which is shorter. ") == true)
        #expect(refused?.hasSuffix(" leave out --history.") == true)
        #expect(refusal(["history": "year"], of: .prune) { $0.keep = .days(120) } == nil)
    }

    @Test(arguments: [Order.hide([]), .unhide([]), .status])
    func `an order that no setting changes is never refused`(order: Order) {
        #expect(refusal(["sidecars": "xmp", "keep": "90 days"], of: order) == nil)
    }

    @Test(arguments: [all, .mend([], from: OtherMirrors()), .prune, .gallery])
    func `one that a setting may change is`(order: Order) {
        #expect(refusal(["sidecars": "xmp"], of: order) != nil)
    }
}
