import Days
import Testing

@testable import Belief

private let today = Day(number: 20_777)

@Suite("Which hosts are asked")
struct HostRulesTests {
    enum Event: Sendable {
        case answers(String), silent(String), refused(String, String = "original", times: Int = 1)
        case proven(String, String = "original"), gaveUp(String, String = "original")
        /// The same address is refused once more.
        case refusedAgain(String)
    }

    private static func rules(_ events: [Event], away: DaysAway = .init()) -> HostRules {
        var (rules, number) = (HostRules(away), 0)
        for event in events {
            switch event {
            case .answers(let host): rules.hear(host, answered: true)
            case .silent(let host): rules.hear(host, answered: false, reason: "no route")
            case .refused(let host, let kind, let times):
                for _ in 0..<times {
                    number += 1
                    rules.refuse(.init(server: host, part: kind), address: "\(number).jpg", reason: "it answers 404")
                }
            case .refusedAgain(let host):
                rules.refuse(.init(server: host, part: "original"), address: "1.jpg", reason: "it answers 404")
            case .proven(let host, let kind): rules.prove(.init(server: host, part: kind))
            case .gaveUp(let host, let kind): rules.giveUp(.init(server: host, part: kind), reason: "it answers 404")
            }
        }
        return rules
    }

    private static func away(_ count: Int, last ago: Int = 1) -> DaysAway {
        DaysAway(["a": .init(count: count, last: today.advanced(by: -ago))])
    }

    /// Days away before this pass, what was heard: whether originals of "a" are asked, why not, and whether it has to
    /// prove that it still has what it had.
    private static let heard: [(String, DaysAway, [Event], mayAsk: Bool, reason: String?, needsProof: Bool)] = [
        ("nothing", .init(), [], true, nil, false), ("one silence", .init(), [.silent("a")], true, nil, false),
        ("two in a row", .init(), [.silent("a"), .silent("a")], false, "a is away: no route", false),
        ("an answer between", .init(), [.silent("a"), .answers("a"), .silent("a")], true, nil, false),
        ("of another host", .init(), [.silent("b"), .silent("b")], true, nil, false),
        ("two hosts, one silence each", .init(), [.silent("a"), .silent("b")], true, nil, false),
        ("away yesterday, one silence", away(1), [.silent("a")], false, "a is away: no route", false),
        ("away yesterday, it answers", away(1), [.answers("a"), .silent("a")], true, nil, false),
        ("five refused", .init(), [.refused("a", times: 5)], true, nil, false),
        ("six refused", .init(), [.refused("a", times: 6)], true, nil, true),
        (
            "one address six times", .init(),
            [.refused("a"), .refusedAgain("a")] + Array(repeating: .refusedAgain("a"), count: 6),
            true, nil, false
        ),
        ("six of another kind", .init(), [.refused("a", "rendition", times: 6)], true, nil, false),
        ("six of another host", .init(), [.refused("b", times: 6)], true, nil, false),
        ("one came between", .init(), [.refused("a", times: 5), .proven("a"), .refused("a")], true, nil, false),
        (
            "one of another kind came between", .init(),
            [.refused("a", times: 5), .proven("a", "rendition"), .refused("a")], true, nil, true
        ),
        ("it has what it had", .init(), [.refused("a", times: 6), .proven("a")], true, nil, false),
        (
            "it has nothing any more", .init(), [.refused("a", times: 6), .gaveUp("a")], false,
            "a gives no pictures at the moment: it answers 404", false
        ),
        ("it has no renditions any more", .init(), [.gaveUp("a", "rendition")], true, nil, false),
        (
            "it refused, and is away", .init(), [.refused("a", times: 6), .silent("a"), .silent("a")], false,
            "a is away: no route", false
        ),
    ]

    @Test(arguments: heard)
    func `a host's fault costs its own days`(
        name: String, away: DaysAway, events: [Event], mayAsk: Bool, reason: String?, needsProof: Bool
    ) {
        let rules = Self.rules(events, away: away)
        let originals = HostPart(server: "a", part: "original")
        let another = HostPart(server: "another", part: "original")
        #expect((rules.reason(notToAsk: originals) == nil) == mayAsk, "\(name)")
        #expect(rules.reason(notToAsk: originals) == reason, "\(name)")
        #expect(rules.needsProof(originals) == needsProof, "\(name)")
        #expect(rules.end == nil && rules.reason(notToAsk: another) == nil, "\(name)")
        #expect(rules.faults["a"] == reason || name.contains("renditions"), "\(name)")
    }

    private static func areAway(_ hosts: String...) -> [Event] { hosts.flatMap { [.silent($0), .silent($0)] } }

    /// What was heard: whether it ends the pass.
    private static let ends: [(String, [Event], Bool)] = [
        ("four away", areAway("a", "b", "c", "d"), false), ("five away", areAway("a", "b", "c", "d", "e"), true),
        ("nine away, one answered", [.answers("x")] + areAway("a", "b", "c", "d", "e", "f", "g", "h", "i"), false),
        (
            "five away, one of which answered before", [.answers("a")] + areAway("a", "b", "c", "d", "e"), true
        ),
        ("five silent once", ["a", "b", "c", "d", "e"].map { .silent($0) }, false),
    ]

    @Test(arguments: ends)
    func `where five hosts are away and none answers, this machine is offline`(
        name: String, events: [Event], isEnd: Bool
    ) {
        let rules = Self.rules(events)
        #expect((rules.end != nil) == isEnd, "\(name)")
        if isEnd { #expect(rules.end == "no host of pictures can be reached, at last e: no route", "\(name)") }
    }

    /// Days away before this pass, what was heard, whether anything answers: the days away after it.
    private static let counted: [(String, DaysAway, [Event], isOnline: Bool, DaysAway)] = [
        ("it was not asked", away(3), [], true, away(3)), ("it is away", .init(), areAway("a"), true, away(1, last: 0)),
        ("one silence", .init(), [.silent("a")], true, away(1, last: 0)),
        ("one more day", away(3), [.silent("a")], true, away(4, last: 0)),
        ("once more on one day", away(3, last: 0), [.silent("a")], true, away(3, last: 0)),
        ("this machine is offline", away(3), [.silent("a")], false, away(3)),
        ("it answers", away(13), [.answers("a")], true, .init()),
        ("it answers, and is silent later", away(13), [.answers("a")] + areAway("a"), true, .init()),
        ("it refuses", .init(), [.answers("a"), .refused("a", times: 9)], true, .init()),
        ("days between", away(3, last: 60), [.silent("a")], true, away(4, last: 0)),
    ]

    @Test(arguments: counted)
    func `days on which a host was away while others answered are counted`(
        name: String, before: DaysAway, events: [Event], isOnline: Bool, after: DaysAway
    ) {
        #expect(Self.rules(events, away: before).daysAway(on: today, isOnline: isOnline) == after, "\(name)")
    }

    @Test(arguments: [(0, false), (13, false), (14, true), (99, true)])
    func `after fourteen such days a host's films become pages`(days: Int, isGone: Bool) {
        #expect(HostRules(days == 0 ? .init() : Self.away(days)).isGone("a") == isGone)
        #expect(!HostRules(Self.away(days)).isGone("b"))
    }
}
