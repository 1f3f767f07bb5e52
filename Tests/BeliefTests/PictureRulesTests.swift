import Days
import Testing

@testable import Belief

private let today = Day(number: 20_777)

private func day(_ ago: Int) -> Day { today.advanced(by: -ago) }

/// A claim of a day so long ago, at an address of its own if none is given.
private func claim(_ ago: Int, _ sum: String = "a", at address: String? = nil) -> PictureRules.Claim {
    .init(day: day(ago), sum: sum, address: address ?? "\(ago).jpg")
}

@Suite("Whose a picture is")
struct PictureRulesTests {
    /// Claims in their order: from how many addresses "a" came, and whether it is one picture for all.
    private static let shared: [(String, [PictureRules.Claim], count: Int, isForAll: Bool)] = [
        ("nothing", [], 0, false), ("one", [claim(0)], 1, false), ("three", [0, 1, 2].map { claim($0) }, 3, false),
        ("four", [0, 1, 2, 3].map { claim($0) }, 4, true),
        ("four, the newest last", [9, 5, 3, 0].map { claim($0) }, 4, true),
        ("four within 25 days", [0, 8, 16, 24].map { claim($0) }, 4, true),
        ("four within 26 days", [0, 8, 16, 25].map { claim($0) }, 4, false),
        ("four near each other among six", [90, 60, 30, 20, 15, 10].map { claim($0) }, 6, true),
        ("other pictures beside", [claim(0), claim(1), claim(2), claim(3, "b"), claim(4, "c")], 3, false),
        // 1997-01-02 and 1997-01-03 name one address.
        ("days that name one address", [0, 1, 2, 3].map { claim($0, at: "one.jpg") }, 1, false),
        ("five days, three addresses", (0..<5).map { claim($0, at: "\($0 % 3).jpg") }, 3, false),
        (
            "a day was asked twice, and has its own by now",
            [claim(0), claim(1), claim(2), claim(3), claim(3, "its own")], 3,
            false
        ),
        ("a day was asked twice, and has the same", [claim(0), claim(1), claim(2), claim(2)], 3, false),
    ]

    @Test(arguments: shared)
    func `a picture that four days near each other have is nobody's`(
        name: String, claims: [PictureRules.Claim], count: Int, isForAll: Bool
    ) {
        var rules = PictureRules()
        for claim in claims { rules.add(claim) }
        #expect(rules.count(of: "a") == count, "\(name)")
        #expect(rules.isForAll("a") == isForAll, "\(name)")
    }

    /// Claims in their order: the twin of today's "a", by its age.
    private static let twins: [(String, [PictureRules.Claim], Int?)] = [
        ("alone", [claim(0)], nil), ("the day before", [claim(0), claim(1)], 1), ("the day after", [claim(-1)], -1),
        ("another picture", [claim(1, "b")], nil), ("the same address", [claim(1, at: "0.jpg")], nil),
        ("31 days", [claim(31)], 31), ("a rerun", [claim(32)], nil), ("31 days later", [claim(-31)], -31),
        ("it has another by now", [claim(1), claim(1, "b")], nil),
    ]

    @Test(arguments: twins)
    func `two days near each other claim one picture`(name: String, claims: [PictureRules.Claim], twin: Int?) {
        var rules = PictureRules()
        for claim in claims { rules.add(claim) }
        #expect(rules.twin(of: claim(0))?.day == twin.map(day), "\(name)")
    }

    /// What the day before has stored is its own while the pass is in doubt, and until its address gives another.
    @Test(arguments: [(false, false, 1), (true, false, nil), (false, true, 1), (true, true, 1)])
    func `a stored picture is its day's`(isAsked: Bool, isDoubtful: Bool, twin: Int?) {
        var (rules, stored) = (PictureRules(), claim(1))
        stored.isStored = true
        rules.add(stored)
        if isAsked { rules.add(claim(1, "another by now")) }
        #expect(rules.twin(of: claim(0), isDoubtful: isDoubtful)?.day == twin.map(day))
        #expect(!rules.isGivenToOther(claim(0)))
    }

    @Test(arguments: [0, 1, 7, 8, 9, 100, 11_387])
    func `witnesses are eight of the settled, spread over all, and others each day`(count: Int) throws {
        let settled = (0..<count).map { day(count - $0) }
        let witnesses = PictureRules.witnesses(among: settled, on: today)
        #expect(witnesses.count == min(count, 8))
        #expect(witnesses.isSubset(of: settled))
        guard count > 16 else { return }
        let tomorrow = PictureRules.witnesses(among: settled, on: today.advanced(by: 1))
        #expect(witnesses.isDisjoint(with: tomorrow))
        let sorted = witnesses.sorted()
        let apart = zip(sorted, sorted.dropFirst()).map { $0.distance(to: $1) }
        #expect(apart.allSatisfy { abs($0 - count / 8) <= 1 })
        // Before 1970 days have numbers below zero.
        #expect(PictureRules.witnesses(among: settled, on: Day(number: -3)).count == 8)
    }
}
